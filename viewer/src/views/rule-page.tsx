// The page of a change's rule.
import type { Change } from "waybill/diff/slim";
import { useViewer } from "./context";
import { Sentence } from "./text";

export function RulePage({ change }: { readonly change: Change }) {
  const { host } = useViewer();
  const address = host.ruleAddress(change.rule);
  return (
    <details>
      <summary>About the rule</summary>
      {change.help && (
        <p>
          <strong>For those who publish the description:</strong> <Sentence text={change.help} />
        </p>
      )}
      <p>
        {address ? <a href={address}>The page of the rule</a> : null} On the command line: <code>waybill explain {change.rule}</code>
      </p>
    </details>
  );
}
