// The frame of every page.
export const metadata = { title: "Bundled by Next.js" };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
