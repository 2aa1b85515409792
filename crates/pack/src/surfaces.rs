//! Surfaces of bodies in files: OBJ and STL.

use asperity::unit::system::text::Triangles;
use std::collections::HashMap;
use std::path::Path;

/// The triangles of a file, by its ending.
///
/// Errors: it cannot be read, or is of neither kind.
pub fn read(path: &Path) -> Result<Triangles, String> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("obj") => obj(path),
        Some("stl") => stl(path),
        _ => Err("a surface is a file .obj or .stl".into()),
    }
}

/// All objects of the file together, polygons cut into triangles.
fn obj(path: &Path) -> Result<Triangles, String> {
    // tobj does not say why a file cannot be opened
    std::fs::File::open(path).map_err(|why| why.to_string())?;
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
    let (models, _) = tobj::load_obj(path, &options).map_err(|why| why.to_string())?;
    let mut found = Triangles::default();
    for model in models {
        let first = found.corners.len();
        found.corners.extend(model.mesh.positions.as_chunks().0);
        let triangles = model.mesh.indices.as_chunks().0.iter();
        found.triangles.extend(triangles.map(|of: &[u32; 3]| of.map(|k| first + k as usize)));
    }
    if found.triangles.is_empty() {
        return Err("it has no faces: of an OBJ file the points of its faces count".into());
    }
    Ok(found)
}

/// Its numbers are of single precision: those of the shortest decimals, so that 0.1 of the file is 0.1 here.
fn stl(path: &Path) -> Result<Triangles, String> {
    let mut file = std::fs::File::open(path).map_err(|why| why.to_string())?;
    let mesh = stl_io::create_stl_reader(&mut file).map_err(|why| format!("it is no STL file: {why}"))?;
    let (mut found, mut known) = (Triangles::default(), HashMap::new());
    for triangle in mesh {
        let triangle = triangle.map_err(|why| why.to_string())?;
        found.triangles.push(triangle.vertices.map(|corner| {
            let corner: [f32; 3] = corner.into();
            *known.entry(corner.map(f32::to_bits)).or_insert_with(|| {
                found.corners.push(corner.map(shortest));
                found.corners.len() - 1
            })
        }));
    }
    Ok(found)
}

/// The number that is written like this one.
fn shortest(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::NAN)
}
