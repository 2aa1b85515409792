//! The books, standards and papers.

/// Key and reference.
pub const SOURCES: &[(&str, &str)] = &[
    (
        "BS5975",
        "BS 5975:2008+A1:2011, Temporary works, as told by The Concrete Society, Friction between elements, concrete.org.uk",
    ),
    (
        "Callister",
        "W. D. Callister, D. G. Rethwisch: Materials Science and Engineering: An Introduction. 8th ed., Wiley 2010, \
         Appendix B",
    ),
    ("Dowling", "N. E. Dowling: Mechanical Behavior of Materials. 4th ed., Pearson 2013, Table 5.2"),
    ("EC2", "EN 1992-1-1:2004, Eurocode 2: Design of concrete structures, Part 1-1"),
    ("EC3", "EN 1993-1-1:2005, Eurocode 3: Design of steel structures, Part 1-1"),
    (
        "FPL",
        "Forest Products Laboratory: Wood Handbook. General Technical Report FPL-GTR-190, US Department of \
         Agriculture 2010",
    ),
    (
        "Foerster",
        "S. F. Foerster, M. Y. Louge, H. Chang, K. Allia: Measurements of the collision properties of small spheres. \
         Physics of Fluids 6, 1994, 1108-1115",
    ),
    (
        "G04",
        "Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedbœuf: A regularized contact model with asymmetric damping and \
         dwell-time dependent friction. Multibody System Dynamics 11, 2004",
    ),
    ("Gere", "J. M. Gere: Mechanics of Materials. 5th ed., Brooks/Cole 2001, Appendix H"),
    ("Hibbeler", "R. C. Hibbeler: Mechanics of Materials. Pearson, table of average properties inside the cover"),
    (
        "Lindley",
        "P. B. Lindley: Engineering Design with Natural Rubber. 4th ed., Malaysian Rubber Producers' Research \
         Association 1978, table of hardness and moduli",
    ),
    (
        "Marks",
        "E. A. Avallone, T. Baumeister: Marks' Standard Handbook for Mechanical Engineers. 10th ed., McGraw-Hill \
         1996, Table 3.2.1",
    ),
    ("Modia3D", "Modia3D, palettes/contactPairMaterials.json; the file names no measurement"),
    (
        "Newton",
        "I. Newton: The Mathematical Principles of Natural Philosophy. Translated by A. Motte, 1729, Axioms, scholium \
         to corollary VI",
    ),
    ("OpenStax", "W. Moebs, S. J. Ling, J. Sanny: University Physics, Volume 1. OpenStax 2016"),
    ("Serway", "R. A. Serway, J. W. Jewett: Physics for Scientists and Engineers. 9th ed., Brooks/Cole 2014"),
    (
        "Shackelford",
        "J. F. Shackelford, W. Alexander: CRC Materials Science and Engineering Handbook. 3rd ed., CRC Press 2001",
    ),
];
