//! Which pages there are, in the order of the menu.

/// Where the pages that are HTML already and their figures stand in the source tree.
pub const HTML: &str = "modelDescription/documentation";

/// A page of the site.
pub struct Listed {
    /// Name in the menu
    pub title: &'static str,
    /// Its file in the site
    pub file: &'static str,
    pub source: Source,
}

/// Where a page comes from, seen from the root of the source tree.
pub enum Source {
    Markdown(&'static str),
    Html(&'static str),
    /// Rendered from the table of variables
    Rendered,
}

impl Source {
    pub fn path(&self) -> &'static str {
        match self {
            Source::Markdown(path) | Source::Html(path) => path,
            // the same table in Markdown: what links of other pages name
            Source::Rendered => "docs/variables.md",
        }
    }
}

const fn markdown(title: &'static str, file: &'static str, path: &'static str) -> Listed {
    Listed { title, file, source: Source::Markdown(path) }
}

const fn html(title: &'static str, file: &'static str, path: &'static str) -> Listed {
    Listed { title, file, source: Source::Html(path) }
}

pub const PAGES: &[Listed] = &[
    markdown("Quick start", "index.html", "docs/quick-start.md"),
    markdown("Inputs to wire, importers", "importing.html", "docs/importing.md"),
    markdown("Which coupling and step", "couplings.html", "docs/couplings.md"),
    markdown("Several contacts", "systems.html", "docs/systems.md"),
    markdown("Shapes", "shapes.html", "docs/shapes.md"),
    markdown("Command line", "command-line.html", "docs/command-line.md"),
    markdown("Python", "python.html", "crates/python/README.md"),
    markdown("Modelica", "modelica.html", "modelica/README.md"),
    markdown("Simulink", "simulink.html", "simulink/README.md"),
    markdown("C and C++", "c-interface.html", "docs/c-interface.md"),
    markdown("Installing the library", "install.html", "docs/install.md"),
    markdown("Inside MuJoCo and Simbody", "simulators.html", "docs/simulators.md"),
    Listed { title: "All variables", file: "reference.html", source: Source::Rendered },
    html("Theory and parameters", "theory.html", "modelDescription/documentation/theory.html"),
    markdown("Laws", "laws.html", "docs/laws.md"),
    html("Gallery", "gallery.html", "modelDescription/documentation/gallery.html"),
    html("Compliant or time stepping", "choosing.html", "modelDescription/documentation/choosing.html"),
    markdown("Glossary", "glossary.html", "docs/glossary.md"),
    markdown("Limits", "limits.html", "docs/limits.md"),
    markdown("What it costs", "benchmarks.html", "docs/benchmarks.md"),
    markdown("Platforms", "platforms.html", "docs/platforms.md"),
    markdown("Numerics of a step", "numerics.html", "docs/numerics.md"),
    markdown("Architecture", "architecture.html", "docs/architecture.md"),
    markdown("Equations of the papers", "papers.html", "docs/papers.md"),
    markdown("Contributing", "contributing.html", "CONTRIBUTING.md"),
    markdown("Changes", "changes.html", "CHANGELOG.md"),
];
