"""A software bill of materials: what a product is made of, for machines."""

import json

from crates import Tree
from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL


def bill(tree: Tree) -> str:
    """CycloneDX 1.6 as JSON. No serial number and no time: the same tree gives the same bytes. Raises ValueError if it is not valid."""
    components = {each: component(tree.packages[each]) for each in tree.linked_with}
    bom = Bom()
    bom.metadata.timestamp = None
    bom.metadata.component = components[tree.root]
    bom.components = [each for package, each in components.items() if package != tree.root]
    for package, needed in tree.linked_with.items():
        bom.register_dependency(components[package], [components[each] for each in needed])
    text = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1)
    document = json.loads(text)
    document.pop("serialNumber", None)
    document["metadata"].pop("timestamp", None)
    text = json.dumps(document, indent=1, sort_keys=True) + "\n"
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(f"the bill of {document['metadata']['component']['name']} is not valid: {error}")
    return text


def component(package: dict) -> Component:
    name, version = package["name"], package["version"]
    url = PackageURL("cargo", None, name, version)
    licences = [LicenseFactory().make_from_string(package["license"].replace("/", " OR "))] if package["license"] else []
    references = []
    if package["repository"]:
        references.append(ExternalReference(type=ExternalReferenceType.VCS, url=XsUri(package["repository"])))
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        bom_ref=url.to_string(),
        purl=url if package["source"] else None,
        licenses=licences,
        external_references=references,
        description=package["description"],
    )
