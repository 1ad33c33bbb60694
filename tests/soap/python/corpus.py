"""The public WSDLs that the runs go over, each with the name it gets in every table."""

import glob
import os

FOLDERS = (
    ("zeep", "zeep-*/tests"),
    ("fedex", "fedex-*/fedex/wsdl"),
    ("cxf", "cxf-testutils-*/wsdl"),
)


def find(root):
    """(name, path) of every WSDL below the folder of each package, in the order of their names."""
    found = []
    for package, pattern in FOLDERS:
        for folder in sorted(glob.glob(os.path.join(root, pattern))):
            for place, folders, files in os.walk(folder):
                folders.sort()
                for file in sorted(files):
                    if file.endswith(".wsdl"):
                        path = os.path.join(place, file)
                        found.append((f"{package}/{os.path.relpath(path, folder)}", path))
    return sorted(found)
