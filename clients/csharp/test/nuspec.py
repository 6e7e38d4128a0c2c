#!/usr/bin/env python3
"""Print what NuGet packs: what IntervalUuid.csproj says, and the library and its documentation in this directory.

`dotnet pack` makes that of the project itself. Debian has a NuGet of 2014, which reads neither such a project nor the
newer elements: licence, read-me file and repository.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree

ELEMENTS = {
    "id": "PackageId",
    "version": "Version",
    "authors": "Authors",
    "description": "Description",
    "tags": "PackageTags",
    "projectUrl": "PackageProjectUrl",
}

project = Path(sys.argv[1])
tree = ElementTree.parse(project)
package = ElementTree.Element("package")
metadata = ElementTree.SubElement(package, "metadata")
for name, of in ELEMENTS.items():
    ElementTree.SubElement(metadata, name).text = tree.findtext(f"PropertyGroup/{of}")
files = ElementTree.SubElement(package, "files")
framework = tree.findtext("PropertyGroup/TargetFramework")
for name in "IntervalUuid.dll", "IntervalUuid.xml":
    ElementTree.SubElement(files, "file", src=name, target=f"lib/{framework}/{name}")
for packed in tree.iter("None"):
    path = project.parent / packed.attrib["Include"]
    target = packed.attrib["PackagePath"].strip("/") + path.name
    ElementTree.SubElement(files, "file", src=str(path), target=target)
print(ElementTree.tostring(package, encoding="unicode"))
