"""Xerces of the JDK as a second referee: one run of `Validate.java` over all instances that were collected."""

import base64
import os
import subprocess

from lxml import etree

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "java/src/main/java/dev/waybill/soap/Validate.java")


class Batch:
    """Elements to validate; `add` gives the number under which the verdict is found later."""

    def __init__(self, file):
        self.file, self.lines = file, []

    def add(self, assembly, instance):
        """Puts an element into the batch."""
        text = etree.tostring(instance, with_tail=False)
        self.lines.append(f"{assembly.all}\t{base64.b64encode(text).decode()}\n")
        return len(self.lines) - 1

    def run(self):
        """The verdicts in the order of `add`: None where Xerces accepts, else what it says first."""
        with open(self.file, "w", encoding="ascii") as file:
            file.writelines(self.lines)
        command = ["java", "-Xmx1g", PROGRAM, self.file]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        lines = output.splitlines()
        if len(lines) != len(self.lines):
            raise RuntimeError(f"Xerces gave {len(lines)} verdicts for {len(self.lines)} instances")
        return [None if line == "valid" else line for line in lines]
