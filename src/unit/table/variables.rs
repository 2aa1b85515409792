//! The list of the variables, in the order of the XML, and their names in the code. A new variable is one more entry.

/// Hands the list of all variables to a macro. An entry is
///
/// ```text
/// Id value-reference "name" "description" .what .kind .of .variable => field;
/// ```
///
/// with the functions of `table/mod.rs` between the points, and the field in which the contact holds it: in the `parameters` of its
/// laws, in its `coupling`, or in the `settings` of one of them if it is no Real, in its `inputs`, `mobility` or `state`, in what it
/// calculates (`outputs`, `rates`, `unknowns`), or nothing but `contact` for what `unit/contact/as_model.rs` answers itself.
/// `unit/slots.rs` checks that the field fits.
macro_rules! variables {
    ($then:ident) => {
        $then! {
            Time 0 "time" "Simulation time, t"
                .independent().unit("s") => contact;

            // What the importer sets, and what only the coupling interface reads.
            Penetration 1 "penetration" "Penetration, > 0 while the bodies overlap (pair external), x [G04 eq. 28, sign turned]"
                .unit("m").input(ZERO) => inputs.penetration;
            RelativeVelocity 2 "relativeVelocity" "Velocity of body i against body j at the contact point along world {} (pair external), v_r [G04 eq. 29]"
                .elements(XYZ).unit("m/s").input(ZERO3) => inputs.relative_velocity;
            ContactNormal 5 "contactNormal" "Normal outward from body j, world {}, any length but 0 (pair external), n [G04 eq. 1]"
                .elements(XYZ).unit("1").input(UP) => inputs.contact_normal;
            ContactPoint 8 "contactPoint" "Point of action, world {} (pair external), p_a [G04 section 3]"
                .elements(XYZ).unit("m").input(ZERO3) => inputs.contact_point;
            PositionI 11 "positionI" "Origin of the frame of body i, world {}, r_i [G04 eq. 29]"
                .elements(XYZ).unit("m").input(ZERO3) => inputs.body_i.position;
            PositionJ 14 "positionJ" "Origin of the frame of body j, world {}, r_j [G04 eq. 29]"
                .elements(XYZ).unit("m").input(ZERO3) => inputs.body_j.position;
            OrientationI 17 "orientationI" "Quaternion of body i, body to world, component {}, any length but 0, q_i [G04 section 3, R_i]"
                .elements(WXYZ).unit("1").input(IDENTITY) => inputs.body_i.orientation;
            OrientationJ 21 "orientationJ" "Quaternion of body j, body to world, component {}, any length but 0, q_j [G04 section 3, R_j]"
                .elements(WXYZ).unit("1").input(IDENTITY) => inputs.body_j.orientation;
            VelocityI 25 "velocityI" "Velocity of the frame origin of body i along world {}, v_i [G04 eq. 29]"
                .elements(XYZ).unit("m/s").input(ZERO3) => inputs.body_i.velocity;
            VelocityJ 28 "velocityJ" "Velocity of the frame origin of body j along world {}, v_j [G04 eq. 29]"
                .elements(XYZ).unit("m/s").input(ZERO3) => inputs.body_j.velocity;
            AngularVelocityI 31 "angularVelocityI" "Angular velocity of body i about world {}, omega_i [G04 eq. 29]"
                .elements(XYZ).unit("rad/s").input(ZERO3) => inputs.body_i.angular_velocity;
            AngularVelocityJ 34 "angularVelocityJ" "Angular velocity of body j about world {}, omega_j [G04 eq. 29]"
                .elements(XYZ).unit("rad/s").input(ZERO3) => inputs.body_j.angular_velocity;
            InverseMass 160 "inverseMass" "Inverse mass of the relative motion at the contact, world {} (Co-Simulation, coupling.massSource = input), W = J*M^-1*J^T"
                .elements(SYMMETRIC).unit("1/kg").input(ZERO6) => mobility.inverse_mass;
            FreeAcceleration 166 "freeAcceleration" "Relative acceleration of the contact point along world {} without the contact force, gravity included (Co-Simulation, coupling.mode = interface), b = der(v_r) - W*f_c"
                .elements(XYZ).unit("m/s2").input(ZERO3) => mobility.free_acceleration;
            InverseInertia 190 "inverseInertia" "Inverse inertia of the relative rotation, world {} (Co-Simulation, coupling.massSource = input, for rolling and spinning friction), I_i^-1 + I_j^-1"
                .elements(SYMMETRIC).unit("1/(kg.m2)").input(ZERO6) => mobility.inverse_inertia;
            FreeAngularAcceleration 196 "freeAngularAcceleration" "Relative angular acceleration about world {} without the contact (Co-Simulation, coupling.mode = interface, for rolling and spinning friction), b_r [PT96 (i)]"
                .elements(XYZ).unit("rad/s2").input(ZERO3) => mobility.free_angular_acceleration;
            TurningByForce 232 "turningByForce" "Relative angular acceleration by a force at the contact, world {}, 0 where it is not known (Co-Simulation, coupling.massSource = input, for rolling and spinning friction), G = I_i^-1*[rho_i]x + I_j^-1*[rho_j]x"
                .elements(ROW_BY_ROW).unit("1/(kg.m)").input(ZERO9) => mobility.turning_by_force;

            // Outputs; the sums of the ledger are states.
            ForceI 40 "forceI" "Contact force on body i along world {} (coupling interface: mean over the step), f_c [G04 eqs. 1, 30]"
                .elements(XYZ).unit("N").output(&[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, COULOMB, VISCOUS]) => outputs.force_i;
            TorqueI 43 "torqueI" "Torque on body i about its frame origin, world {} (coupling interface: mean over the step), tau_i [G04 eq. 30]"
                .elements(XYZ).unit("N.m").output(&[METHOD, PENETRATION, NORMAL, SLIP, &[Others(Id::ContactPoint)], IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, COULOMB, VISCOUS, ROLLING]) => outputs.torque_i;
            ForceJ 46 "forceJ" "Contact force on body j along world {} (coupling interface: mean over the step), -f_c [G04 eq. 30]"
                .elements(XYZ).unit("N").output(&[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, COULOMB, VISCOUS]) => outputs.force_j;
            TorqueJ 49 "torqueJ" "Torque on body j about its frame origin, world {} (coupling interface: mean over the step), tau_j [G04 eq. 30]"
                .elements(XYZ).unit("N.m").output(&[METHOD, PENETRATION, NORMAL, SLIP, &[Others(Id::ContactPoint)], IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, COULOMB, VISCOUS, ROLLING]) => outputs.torque_j;
            NormalForce 52 "normalForce" "Normal force, never negative, f_n [G04 eq. 4]"
                .unit("N").output(&[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS]) => outputs.normal_force;
            FrictionForce 53 "frictionForce" "Friction force on body i along world {} (coupling interface: mean over the step), f_t [G04 eq. 26]"
                .elements(XYZ).unit("N").output(&[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, COULOMB, VISCOUS]) => outputs.friction_force;
            FrictionMoment 73 "frictionMoment" "Couple of rolling and spinning friction on body i about world {}, part of torqueI (coupling interface: mean over the step), m_c, along n c_r [M3D, PT96 eq. 1]"
                .elements(XYZ).unit("N.m").output(&[PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, COULOMB, VISCOUS, ROLLING]) => outputs.friction_moment;
            Gap 56 "gap" "Distance of the surfaces, > 0 apart and < 0 overlapping, -x [G04 eq. 28]"
                .unit("m").output(&[PENETRATION]) => outputs.gap;
            SlipSpeed 57 "slipSpeed" "Slip speed, |v_t| [G04 eq. 3]"
                .unit("m/s").output(&[NORMAL, SLIP]) => outputs.slip_speed;
            ContactActive 58 "contactActive" "The bodies touch, x > 0; to wire it, take touching [G04 section 3]"
                .of(Kind::Boolean).discrete() => contact;
            Touching 231 "touching" "1 while the bodies touch, 0 apart: contactActive as a number, x > 0 [G04 section 3]"
                .unit("1").discrete().output(&[PENETRATION]) => unknowns.touching;
            Sticking 59 "sticking" "Sticking level: 1 sticks, 0 slides or apart, s [G04 eq. 17]"
                .unit("1").output(&[METHOD, PENETRATION, NORMAL, SLIP, STICKING, RADIUS, SPIN_RADIUS]) => outputs.sticking;
            PointOfAction 60 "pointOfAction" "Point where the contact force acts, world {}, also while apart, p_a [G04 section 3]"
                .elements(XYZ).unit("m").output(&[POINT]) => outputs.point_of_action;
            NormalDirection 63 "normalDirection" "Unit normal outward from body j, world {}, also while apart, n [G04 eq. 1]"
                .elements(XYZ).unit("1").output(&[NORMAL]) => outputs.normal_direction;
            EffectiveRestitution 66 "effectiveRestitution" "Restitution that the law gives for the present or last impact, at the speed of its onset (before the first, and set down: at vMin), e_eff [G04 eqs. 8, 12]"
                .unit("1").discrete().output(&[PENETRATION, NORMAL, SLIP, IMPACT]) => outputs.effective_restitution;
            EnergyWork 67 "energyWork" "Work that the bodies put into the contact since the start, integral of -f_c.v_r - m_c.(omega_i - omega_j)"
                .unit("J").output(&[&[All(Id::EnergyWork)]]).state(ZERO, 1.0) => state.energy.work;
            EnergyDissipatedNormal 68 "energyDissipatedNormal" "Energy dissipated in the normal direction since the start, integral of (f_n - k*x^p)*der(x)"
                .unit("J").output(&[&[All(Id::EnergyDissipatedNormal)]]).state(ZERO, 1.0) => state.energy.dissipated_normal;
            EnergyDissipatedFriction 69 "energyDissipatedFriction" "Energy dissipated by friction since the start, integral of -f_t.v_t - m_c.(omega_i - omega_j) - sigma_0*(z.der(z) + z_r*der(z_r))"
                .unit("J").output(&[&[All(Id::EnergyDissipatedFriction)]]).state(ZERO, 1.0) => state.energy.dissipated_friction;
            EnergyElastic 70 "energyElastic" "Energy stored now in compliance and bristles, k*x^(p+1)/(p+1) + sigma_0*(|z|^2 + z_r^2)/2"
                .unit("J").output(&[METHOD, PENETRATION, STIFFNESS, RADIUS, BRISTLE_ENERGY]) => outputs.energy_elastic;
            EnergyResidual 71 "energyResidual" "Work + stored at the start - stored now - dissipated: the error of integration (0 without ledger.track)"
                .unit("J").output(&[LEDGER_SUMS, PENETRATION, STIFFNESS, RADIUS, BRISTLE_ENERGY, LEDGER]) => unknowns.energy_residual;
            MicroSteps 72 "microSteps" "Micro-steps of the last communication step in coupling interface, otherwise 0"
                .of(Kind::Integer).discrete() => contact;

            // States and rates.
            Z 80 "z" "Bristle deflection along world {}, z [G04 eq. 16]"
                .elements(XYZ).unit("m").state(ZERO3, 1e-5) => state.z;
            SDw 83 "s_dw" "Dwell state: 0 fresh contact, 1 full stiction, s_dw [G04 eq. 23]"
                .unit("1").state(ZERO, 1.0).at_least(0.0).at_most(1.0) => state.s_dw;
            DerZ 84 "der(z)" "Rate of the bristle deflection along world {}, der(z) [G04 eq. 22]"
                .elements(XYZ).unit("m/s").rate_of(Id::Z, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, BRISTLE_FRAME_CHOICE, BRISTLE_LIMIT_CHOICE]) => rates.z;
            DerSDw 87 "der(s_dw)" "Rate of the dwell state, der(s_dw) [G04 eq. 23]"
                .unit("1/s").rate_of(Id::SDw, &[METHOD, PENETRATION, NORMAL, SLIP, STICKING, RADIUS, SPIN_RADIUS, DWELL]) => rates.s_dw;
            DerEnergyWork 88 "der(energyWork)" "Power that the bodies put into the contact, -f_c.v_r - m_c.(omega_i - omega_j)"
                .unit("W").rate_of(Id::EnergyWork, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, COULOMB, VISCOUS, ROLLING, LEDGER]) => rates.energy.work;
            DerEnergyDissipatedNormal 89 "der(energyDissipatedNormal)" "Power dissipated in the normal direction, (f_n - k*x^p)*der(x)"
                .unit("W").rate_of(Id::EnergyDissipatedNormal, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, LEDGER]) => rates.energy.dissipated_normal;
            DerEnergyDissipatedFriction 90 "der(energyDissipatedFriction)" "Power dissipated by friction, -f_t.v_t - m_c.(omega_i - omega_j) - sigma_0*(z.der(z) + z_r*der(z_r))"
                .unit("W").rate_of(Id::EnergyDissipatedFriction, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, COULOMB, VISCOUS, ROLLING, BRISTLE_LIMIT_CHOICE, LEDGER]) => rates.energy.dissipated_friction;
            ZR 91 "z_r" "Bristle deflection about the normal, at the radius e_r, z_r [PT96 eq. 1]"
                .unit("m").state(ZERO, 1e-5) => state.z_r;
            DerZR 92 "der(z_r)" "Rate of the bristle deflection about the normal, der(z_r) [G04 eq. 22, PT96]"
                .unit("m/s").rate_of(Id::ZR, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SPIN_RADIUS, BRISTLE_LIMIT_CHOICE]) => rates.z_r;

            // Normal force.
            ComplianceLaw 100 "compliance.law" "Damping law of the normal force"
                .fixed(Kind::Enumeration(&COMPLIANCE_LAW), FIRST) => settings.normal_law;
            ComplianceK 101 "compliance.k" "Stiffness in N/m^p, k [G04 eq. 4]"
                .tunable(&[1e6]).above(0.0) => parameters.compliance.k;
            ComplianceP 102 "compliance.p" "Exponent of the penetration, 1.5 for spheres, p [G04 eq. 4]"
                .unit("1").tunable(&[1.5]).at_least(1.0).at_most(5.0) => parameters.compliance.p;
            ComplianceE 103 "compliance.e" "Coefficient of restitution at impact speed 0, below 0.001 only with coupling.method = timeStepping, e [G04 eqs. 8, 12]"
                .unit("1").tunable(&[0.5]).at_least(0.0).at_most(1.0) => parameters.compliance.e;
            ComplianceAlpha 104 "compliance.alpha" "Decrease of restitution with impact speed, 0 for a constant e, alpha [G04 eq. 12]"
                .unit("s/m").tunable(ZERO).at_least(0.0) => parameters.compliance.alpha;
            ComplianceVMin 105 "compliance.vMin" "Impact speed that a body set down is taken to have had, vMin"
                .unit("m/s").tunable(&[1e-3]).above(0.0) => parameters.compliance.v_min;
            ComplianceSource 106 "compliance.source" "Where stiffness and exponent come from"
                .fixed(Kind::Enumeration(&COMPLIANCE_SOURCE), FIRST) => settings.compliance_source;
            ComplianceDMax 107 "compliance.d_max" "Most damping of the law flores, d_max [M3D]"
                .unit("s/m").tunable(&[2000.0]).above(0.0) => parameters.compliance.d_max;
            ComplianceVsmall 108 "compliance.vsmall" "Impact speed up to which the law flores takes e = 0, vsmall [M3D]"
                .unit("m/s").tunable(&[0.01]).at_least(0.0) => parameters.compliance.v_small;
            ComplianceM 109 "compliance.m" "Mass that strikes, m_i*m_j/(m_i + m_j), for which the law kelvinVoigt gives e, m"
                .unit("kg").tunable(&[1.0]).above(0.0) => parameters.compliance.mass;
            ComplianceRestitution 210 "compliance.restitution" "How the coefficient of restitution depends on the impact speed"
                .fixed(Kind::Enumeration(&RESTITUTION_CURVE), SECOND) => settings.restitution_curve;
            ComplianceVRef 211 "compliance.v_ref" "Impact speed up to which restitution is compliance.e (compliance.restitution = power), v_ref"
                .unit("m/s").tunable(&[0.1]).above(0.0) => parameters.compliance.v_ref;
            ComplianceQ 212 "compliance.q" "Exponent with which restitution falls above v_ref, 1/4 where the material yields (compliance.restitution = power), q"
                .unit("1").tunable(&[0.25]).at_least(0.0).at_most(10.0) => parameters.compliance.q;
            ComplianceTablePoints 213 "compliance.tablePoints" "Points of the table that are used (compliance.restitution = table)"
                .fixed(Kind::Integer, &[2.0]).at_least(2.0).at_most(8.0) => settings.restitution_points;
            ComplianceTableSpeed 214 "compliance.tableSpeed" "Impact speed of point {}, above that of the point before (compliance.restitution = table), v_i"
                .elements(POINTS).unit("m/s").tunable(&[0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0]).at_least(0.0) => parameters.compliance.table.speed;
            ComplianceTableE 222 "compliance.tableE" "Coefficient of restitution at point {} (compliance.restitution = table), e"
                .elements(POINTS).unit("1").tunable(&[0.5; 8]).at_least(1e-3).at_most(1.0) => parameters.compliance.table.e;

            // Friction.
            FrictionLaw 110 "friction.law" "Law of the tangential force"
                .fixed(Kind::Enumeration(&FRICTION_LAW), FIRST) => settings.friction_law;
            FrictionMuS 111 "friction.mu_S" "Stiction coefficient, not below mu_C, mu_S [G04 eq. 24]"
                .unit("1").tunable(&[0.45]).at_least(0.0) => parameters.friction.mu_S;
            FrictionMuC 112 "friction.mu_C" "Coulomb friction coefficient, mu_C [G04 eq. 19]"
                .unit("1").tunable(&[0.4]).at_least(0.0) => parameters.friction.mu_C;
            FrictionSigma0 113 "friction.sigma_0" "Bristle stiffness, sigma_0 [G04 eq. 15]"
                .unit("N/m").tunable(&[1e5]).above(0.0) => parameters.friction.sigma_0;
            FrictionSigma1 114 "friction.sigma_1" "Bristle damping, sigma_1 [G04 eq. 15]"
                .unit("N.s/m").tunable(&[316.227766]).above(0.0) => parameters.friction.sigma_1;
            FrictionSigma2 115 "friction.sigma_2" "Viscous friction, sigma_2 [G04 eq. 26]"
                .unit("N.s/m").tunable(ZERO).at_least(0.0) => parameters.friction.sigma_2;
            FrictionVS 116 "friction.v_S" "Stribeck velocity, v_S [G04 eq. 17]"
                .unit("m/s").tunable(&[0.01]).above(0.0) => parameters.friction.v_S;
            FrictionVEps 117 "friction.v_eps" "Width of the smoothed slip direction, at most v_S, 0 for v_S/100, v_eps [G04 eq. 20]"
                .unit("m/s").tunable(ZERO).at_least(0.0) => parameters.friction.v_eps;
            FrictionTauDw 118 "friction.tau_dw" "Time constant in which stiction grows at rest, tau_dw [G04 eq. 23]"
                .unit("s").tunable(&[1.0]).above(0.0) => parameters.friction.tau_dw;
            FrictionBristleFrame 119 "friction.bristleFrame" "Frame in which the bristles rest"
                .fixed(Kind::Enumeration(&BRISTLE_FRAME), FIRST) => settings.bristle_frame;
            FrictionBristleLimit 120 "friction.bristleLimit" "What limits the deflection of the bristles"
                .fixed(Kind::Enumeration(&BRISTLE_LIMIT), FIRST) => settings.bristle_limit;
            FrictionVsmall 121 "friction.vsmall" "Slip speed below which the law coulomb is smoothed, vsmall [M3D]"
                .unit("m/s").tunable(&[0.01]).above(0.0) => parameters.friction.v_small;
            FrictionMuR 122 "friction.mu_r" "Coefficient of rolling resistance, mu_r [M3D]"
                .unit("1").tunable(ZERO).at_least(0.0) => parameters.friction.mu_r;
            FrictionWsmall 123 "friction.wsmall" "Rolling speed below which rolling resistance is smoothed, wsmall [M3D]"
                .unit("rad/s").tunable(&[0.01]).above(0.0) => parameters.friction.w_small;
            FrictionER 124 "friction.e_r" "Greatest moment of spinning friction by greatest friction force, 0 for no moment, e_r [PT96 eq. 1]"
                .unit("m").tunable(ZERO).at_least(0.0) => parameters.friction.e_r;
            FrictionERSource 125 "friction.e_rSource" "Where the radius of spinning friction comes from"
                .fixed(Kind::Enumeration(&SPIN_RADIUS_SOURCE), FIRST) => settings.spin_radius_source;
            FrictionMap 126 "friction.map" "Forces and moments that friction can bear [PT96]"
                .fixed(Kind::Enumeration(&FRICTION_MAP), FIRST) => settings.friction_map;
            FrictionSides 127 "friction.sides" "Sides of the polyhedron around the normal, even (friction.map = polyhedron), m [PT96 (b)]"
                .fixed(Kind::Integer, &[8.0]).at_least(4.0).at_most(32.0) => settings.sides;

            // Geometry.
            GeometryPair 130 "geometry.pair" "Who finds the contact"
                .fixed(Kind::Enumeration(&GEOMETRY_PAIR), FIRST) => settings.pair;
            GeometryRadiusI 131 "geometry.radiusI" "Radius of the sphere of body i, R [G04 eq. 27]"
                .unit("m").tunable(&[0.1]).above(0.0) => parameters.shapes.radius_i;
            GeometryCenterI 132 "geometry.centerI" "Centre of that sphere in the frame of body i, {}, p_sph [G04 eq. 27]"
                .elements(XYZ).unit("m").tunable(ZERO3) => parameters.shapes.center_i;
            GeometryNormalJ 135 "geometry.normalJ" "Normal of the plane in the frame of body j, {}, any length but 0, n [G04 eq. 28]"
                .elements(XYZ).unit("1").tunable(UP) => parameters.shapes.normal_j;
            GeometryHeightJ 138 "geometry.heightJ" "Height of the plane along its normal, h_j [G04 eq. 28]"
                .unit("m").tunable(ZERO) => parameters.shapes.height_j;
            GeometryRadiusJ 140 "geometry.radiusJ" "Radius of the sphere or cylinder of body j, R_j"
                .unit("m").tunable(&[1.0]).above(0.0) => parameters.shapes.radius_j;
            GeometryAxisJ 141 "geometry.axisJ" "Axis of the cylinder in the frame of body j, {}, any length but 0, a_j"
                .elements(XYZ).unit("1").tunable(ALONG_Y) => parameters.shapes.axis_j;
            GeometryCenterJ 144 "geometry.centerJ" "Centre of the sphere, or a point on the axis of the cylinder, in the frame of body j, {}, p_j"
                .elements(XYZ).unit("m").tunable(ZERO3) => parameters.shapes.center_j;
            GeometryContactRadiusI 147 "geometry.contactRadiusI" "Radius of a sphere that stands for the surface of body i (pair external), r_contact [M3D]"
                .unit("m").tunable(&[0.1]).above(0.0) => parameters.shapes.contact_radius_i;
            GeometryContactRadiusJ 148 "geometry.contactRadiusJ" "Radius of a sphere that stands for the surface of body j (pair external), r_contact [M3D]"
                .unit("m").tunable(&[1.0]).above(0.0) => parameters.shapes.contact_radius_j;
            GeometryIsFlatI 149 "geometry.isFlatI" "The surface of body i is flat (pair external) [M3D]"
                .fixed(Kind::Boolean, ZERO) => settings.is_flat_i;
            GeometryIsFlatJ 151 "geometry.isFlatJ" "The surface of body j is flat (pair external) [M3D]"
                .fixed(Kind::Boolean, FIRST) => settings.is_flat_j;
            GeometryPoint 157 "geometry.point" "Where the force of two curved surfaces acts; a plane has it at the deepest point of the sphere"
                .fixed(Kind::Enumeration(&GEOMETRY_POINT), FIRST) => settings.point;

            // Materials.
            MaterialEI 152 "material.E_I" "Young's modulus of body i (compliance.source = materials), E [M3D]"
                .unit("Pa").tunable(&[2.1e11]).above(0.0) => parameters.materials.i.E;
            MaterialNuI 153 "material.nu_I" "Poisson's ratio of body i (compliance.source = materials), nu [M3D]"
                .unit("1").tunable(&[0.3]).at_least(0.0).at_most(0.5) => parameters.materials.i.nu;
            MaterialEJ 154 "material.E_J" "Young's modulus of body j (compliance.source = materials), E [M3D]"
                .unit("Pa").tunable(&[2.1e11]).above(0.0) => parameters.materials.j.E;
            MaterialNuJ 155 "material.nu_J" "Poisson's ratio of body j (compliance.source = materials), nu [M3D]"
                .unit("1").tunable(&[0.3]).at_least(0.0).at_most(0.5) => parameters.materials.j.nu;
            MaterialKRed 156 "material.k_red" "Factor on the stiffness from materials, below 1 for faster simulation, k_red [M3D]"
                .unit("1").tunable(&[1.0]).above(0.0) => parameters.materials.k_red;

            // Energy ledger.
            LedgerTrack 150 "ledger.track" "Integrate the energy ledger; false holds its three states still"
                .fixed(Kind::Boolean, FIRST) => settings.track_ledger;

            // Coupling.
            CouplingMode 170 "coupling.mode" "Who integrates the motion inside a communication step (Model Exchange has none and ignores all of coupling)"
                .fixed(Kind::Enumeration(&COUPLING_MODE), FIRST) => coupling_settings.mode;
            CouplingOrder 171 "coupling.order" "When the host applies the force of a step"
                .fixed(Kind::Enumeration(&COUPLING_ORDER), &[3.0]) => coupling_settings.order;
            CouplingMassSource 172 "coupling.massSource" "Where the inverse mass at the contact comes from"
                .fixed(Kind::Enumeration(&MASS_SOURCE), FIRST) => coupling_settings.mass_source;
            CouplingMassI 173 "coupling.massI" "Mass of body i, centre at its frame origin, 0 for a fixed body, m_i"
                .unit("kg").tunable(&[1.0]).at_least(0.0) => coupling.masses.i.mass;
            CouplingMassJ 174 "coupling.massJ" "Mass of body j, centre at its frame origin, 0 for a fixed body, m_j"
                .unit("kg").tunable(ZERO).at_least(0.0) => coupling.masses.j.mass;
            CouplingInertiaI 175 "coupling.inertiaI" "Inertia of body i about its mass centre, body axes {}, positive definite or all 0 for a body that does not turn, I_i"
                .elements(SYMMETRIC).unit("kg.m2").tunable(INERTIA) => coupling.masses.i.inertia;
            CouplingInertiaJ 181 "coupling.inertiaJ" "Inertia of body j about its mass centre, body axes {}, positive definite or all 0 for a body that does not turn, I_j"
                .elements(SYMMETRIC).unit("kg.m2").tunable(INERTIA) => coupling.masses.j.inertia;
            CouplingMaxMicroSteps 187 "coupling.maxMicroSteps" "Most micro-steps in one communication step; beyond, they become larger"
                .fixed(Kind::Integer, &[10_000.0]).at_least(1.0) => coupling_settings.max_micro_steps;
            CouplingFreeAccelerationSource 188 "coupling.freeAccelerationSource" "Where the acceleration without the contact force comes from"
                .fixed(Kind::Enumeration(&FREE_ACCELERATION_SOURCE), FIRST) => coupling_settings.free_acceleration_source;
            CouplingVerifyMass 189 "coupling.verifyMass" "The answer to a pulse before the first impact, or to that impact, corrects massI and massJ; false trusts them (massSource input is always trusted)"
                .fixed(Kind::Boolean, FIRST) => coupling_settings.verify_mass;
            CouplingMethod 200 "coupling.method" "How coupling interface solves the contact in a step"
                .fixed(Kind::Enumeration(&COUPLING_METHOD), FIRST) => coupling_settings.method;
            CouplingHandBack 230 "coupling.handBack" "What of the force of a step the host is handed (coupling.mode = interface)"
                .fixed(Kind::Enumeration(&HAND_BACK), FIRST) => coupling_settings.hand_back;

            // Time stepping.
            TimeSteppingFriction 201 "timeStepping.friction" "Friction of the rigid contact (coupling.method = timeStepping); mu is friction.mu_C"
                .fixed(Kind::Enumeration(&TIME_STEPPING_FRICTION), FIRST) => coupling_settings.step_friction;
            TimeSteppingSides 202 "timeStepping.sides" "Sides of the polygon, even (timeStepping.friction = polygonal) [P16 ref. 3]"
                .fixed(Kind::Integer, &[8.0]).at_least(4.0).at_most(32.0) => coupling_settings.step_sides;
            TimeSteppingKT 203 "timeStepping.k_T" "Tangential stiffness while sticking (timeStepping.friction = regularised), 0 for infinite, k_T [P16 eq. 9]"
                .unit("N/m").tunable(&[1e10]).at_least(0.0) => coupling.time_stepping.k_T;
            TimeSteppingVTh 204 "timeStepping.v_th" "Slip speed up to which the contact sticks (coupling.method = timeStepping), v_th [P16]"
                .unit("m/s").tunable(&[0.01]).at_least(0.0) => coupling.time_stepping.v_th;
            TimeSteppingImpact 205 "timeStepping.impact" "What ends the restitution of an impact (coupling.method = timeStepping) [WK91 section 3.2]"
                .fixed(Kind::Enumeration(&TIME_STEPPING_IMPACT), FIRST) => coupling_settings.step_impact;
            TimeSteppingLaw 206 "timeStepping.law" "What bounds friction in a step (coupling.method = timeStepping) [P16 eq. 12]"
                .fixed(Kind::Enumeration(&TIME_STEPPING_LAW), FIRST) => coupling_settings.step_law;
        }
    };
}
pub(crate) use variables;

macro_rules! ids {
    ($($id:ident $reference:literal $name:literal $about:literal
        $(.$modifier:ident $with:tt)* => $root:ident $(.$part:ident)*;)+) => {
        /// One name per variable, in the order of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Id {
            $(#[doc = concat!("`", $name, "`")] $id,)+
        }
    };
}
variables!(ids);
