//! The packages as a registry shows and builds them: pages without dead links, all fields, only permissive licences, and no file from outside.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use layout_tests::document::root;
use serde_json::Value;

/// The licences under which a dependency may be had; of several joined by `OR` one has to be among these.
const PERMISSIVE: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Dependencies of cubecl with another licence, or with a file in the place of its name, each of which was read.
const OTHERS: &[(&str, Option<&str>)] = &[
    ("buildid", Some("MPL-2.0")),
    // Apache 2.0.
    ("cfg_block", None),
    ("option-ext", Some("MPL-2.0")),
];

/// The workspaces of what is published or shipped.
const WORKSPACES: &[&str] = &["", "explorer/engine", "layout-cubecl", "python"];

fn metadata(workspace: &str, arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1", "--locked"]).args(arguments);
    let manifest = root().join(workspace).join("Cargo.toml");
    let output = command.arg("--manifest-path").arg(manifest).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn packages(metadata: &Value) -> &[Value] {
    metadata["packages"].as_array().expect("a list")
}

/// The packages that are published, with the folders that they are in.
fn published() -> Vec<(Value, PathBuf)> {
    let all = ["", "layout-cubecl"].map(|workspace| metadata(workspace, &["--no-deps"]));
    let packages = all.iter().flat_map(packages);
    // `publish = false` is an empty list.
    let packages = packages.filter(|package| !package["publish"].is_array());
    let packages = packages.map(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        (package.clone(), manifest.parent().expect("a folder").to_path_buf())
    });
    packages.collect()
}

/// Returns `true` for a licence by its SPDX expression.
fn is_permissive(licence: &str) -> bool {
    // `(A OR B) AND C`, where each part between `AND` is a choice.
    let choices = licence.split(" AND ");
    choices.map(|choice| choice.trim_matches(['(', ')', ' '])).all(|choice| {
        let mut each = choice.split(" OR ").flat_map(|part| part.split('/'));
        each.any(|licence| PERMISSIVE.contains(&licence.trim()))
    })
}

#[test]
fn licences_of_dependencies_are_permissive() {
    assert!(is_permissive("(MIT OR GPL-3.0) AND Unicode-3.0"));
    assert!(!is_permissive("MIT AND GPL-3.0") && !is_permissive("GPL-3.0-only"));
    let host = Command::new("rustc").args(["--print", "host-tuple"]).output().expect("rustc");
    let host = String::from_utf8(host.stdout).expect("a name");
    let mut names = BTreeSet::new();
    for workspace in WORKSPACES {
        // Other platforms have dependencies that this one does not fetch.
        let metadata = metadata(workspace, &["--filter-platform", host.trim()]);
        for package in packages(&metadata) {
            let (name, licence) = (&package["name"], &package["license"]);
            let is_other = |(other, under): &(&str, Option<&str>)| {
                *workspace == "layout-cubecl" && name == other && licence.as_str() == *under
            };
            let is_known =
                licence.as_str().is_some_and(is_permissive) || OTHERS.iter().any(is_other);
            assert!(is_known, "{name} of `{workspace}/Cargo.toml` is under {licence}");
            names.insert(name.to_string());
        }
    }
    assert!(names.len() > 100, "{} packages", names.len());
}

#[test]
fn packages_have_all_that_a_registry_shows() {
    let published = published();
    assert_eq!(published.len(), 13);
    for (package, folder) in &published {
        let name = package["name"].as_str().expect("a name");
        for field in ["description", "license", "documentation", "readme"] {
            assert!(package[field].is_string(), "{name} has no `{field}`");
        }
        // Cubecl has no version of Rust that it promises.
        assert!(package["rust_version"].is_string() || name == "layout-cubecl", "{name}");
        for field in ["keywords", "categories"] {
            let count = package[field].as_array().map_or(0, Vec::len);
            assert!((1..=5).contains(&count), "{name} has {count} {field}");
        }
        assert_eq!(package["readme"], "README.md", "{name}: a page of its own, in its package");
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(folder.join(licence).exists(), "{name} has no {licence}");
        }
    }
}

/// A registry resolves a relative link against a repository that no manifest names.
#[test]
fn pages_of_packages_have_no_relative_links() {
    for (_, folder) in published() {
        let path = folder.join("README.md");
        let page = fs::read_to_string(&path).expect("a page");
        // Outside of code, which is between fences and backticks.
        let page: String =
            page.split("```").step_by(2).flat_map(|text| text.split('`').step_by(2)).collect();
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(
                link.starts_with("https://") || link.starts_with('#'),
                "{}: {link}",
                path.display()
            );
        }
        for source in page.split("src=\"").skip(1) {
            assert!(source.starts_with("https://"), "{}: {source}", path.display());
        }
    }
}

/// The sources of a folder.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

/// Included files are in their package; only tests of documentation read the book of the repository.
#[test]
fn sources_include_no_file_from_outside_of_their_package() {
    let mut included = 0;
    for (_, folder) in published() {
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("a source");
            let mut lines = Vec::new();
            for line in text.lines() {
                if line.contains("include_str!(") || line.contains("include_bytes!(") {
                    included += 1;
                    let depth = file.strip_prefix(&folder).expect("in it").components().count() - 1;
                    let is_outside = line.contains(&"../".repeat(depth + 1));
                    let is_for_tests = lines.iter().rev().take(6).any(|line: &&str| {
                        line.contains("cfg(doctest)") || line.contains("cfg(test)")
                    });
                    assert!(!is_outside || is_for_tests, "{}: {line}", file.display());
                    assert!(!line.contains("CARGO_MANIFEST_DIR"), "{}: {line}", file.display());
                }
                lines.push(line);
            }
        }
    }
    assert!(included > 10, "{included} files are included");
}
