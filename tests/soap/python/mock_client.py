"""The mock's own interface, as the tests use it: upload, the list of services, and the address of one."""

import os
from urllib.parse import quote

import requests
from requests.adapters import BaseAdapter, HTTPAdapter


class Elsewhere(BaseAdapter):
    """Refuses what would leave the machine: some of the WSDLs import files of sites that are long gone."""

    def send(self, request, *_, **__):
        raise requests.ConnectionError(f"not fetched: {request.url}")

    def close(self):
        pass


class Mock:
    """A running mock."""

    def __init__(self, origin):
        self.origin = origin.rstrip("/")
        self.session = requests.Session()
        # Whatever proxy the machine has is not for loopback.
        self.session.trust_env = False
        self.session.mount("http://", Elsewhere())
        self.session.mount("https://", Elsewhere())
        self.session.mount(self.origin, HTTPAdapter())

    def upload(self, description, version):
        """Uploads a WSDL with every file it reaches; gives the status and the text of the answer."""
        folder = os.path.commonpath([os.path.dirname(path) for path in description.files])
        parts = [("version", (None, version))]
        for path in sorted(description.files, key=lambda path: path != description.path):
            with open(path, "rb") as file:
                name = os.path.relpath(path, folder).replace(os.sep, "/")
                parts.append(("file", (name, file.read(), "application/xml")))
        url = f"{self.origin}/api/artifact/upload"
        try:
            response = self.session.post(url, params={"version": version}, files=parts, timeout=60)
        except requests.ConnectionError as error:
            return 0, str(error)
        return response.status_code, response.text

    def services(self):
        """Operations by service, as (name, version) -> names of operations."""
        response = self.session.get(f"{self.origin}/api/services", params={"size": 10000}, timeout=60)
        response.raise_for_status()
        found = {}
        for service in response.json():
            names = [operation["name"] for operation in service["operations"]]
            found[(service["name"], service.get("version"))] = names
        return found

    def address(self, service, version):
        """Where a service answers."""
        return f"{self.origin}/soap/{quote(service, safe='')}/{quote(version, safe='')}"
