//! The list of the variables, in the order of the XML, and their names in the code. A new variable is one more entry.

/// Hands the list of all variables to a macro. An entry is
///
/// ```text
/// Id value-reference "name" "description" .what .kind .of .variable => field;
/// ```
///
/// with the functions of `table/mod.rs` between the points, and the field in which the contact holds it: in the `parameters` of its
/// laws, in its `geometry` or its `coupling`, or in the `settings` of one of them if it is no Real, in its `inputs`, `mobility` or `state`, in what it
/// calculates (`outputs`, `rates`, `unknowns`), or nothing but `contact` for what `unit/contact/as_model.rs` answers itself.
/// `unit/slots.rs` checks that the field fits.
macro_rules! variables {
    ($then:ident) => {
        $then! {
            Time 0 "time" "Simulation time, t"
                .independent().unit("s") => contact;

            // What the importer sets, and what only the coupling interface reads.
            PositionI 11 "positionI" "Position of the frame origin of body i, world {}, r_i"
                .elements(XYZ).unit("m").input(ZERO3).source("G04 eq. 29") => inputs.body_i.position;
            OrientationI 17 "orientationI" "Quaternion of body i, body to world, component {}, of any length from 1e-100 to 1e100, q_i"
                .elements(WXYZ).unit("1").input(IDENTITY).source("G04 section 3, R_i") => inputs.body_i.orientation;
            VelocityI 25 "velocityI" "Velocity of the frame origin of body i along world {}, der(r_i)"
                .elements(XYZ).unit("m/s").input(ZERO3).source("G04 eq. 29") => inputs.body_i.velocity;
            AngularVelocityI 31 "angularVelocityI" "Angular velocity of body i about world {}, omega_i"
                .elements(XYZ).unit("rad/s").shown_in("deg/s").input(ZERO3).source("G04 eq. 29") => inputs.body_i.angular_velocity;
            PositionJ 14 "positionJ" "Position of the frame origin of body j, world {}, r_j"
                .elements(XYZ).unit("m").input(ZERO3).source("G04 eq. 29") => inputs.body_j.position;
            OrientationJ 21 "orientationJ" "Quaternion of body j, body to world, component {}, of any length from 1e-100 to 1e100, q_j"
                .elements(WXYZ).unit("1").input(IDENTITY).source("G04 section 3, R_j") => inputs.body_j.orientation;
            VelocityJ 28 "velocityJ" "Velocity of the frame origin of body j along world {}, der(r_j)"
                .elements(XYZ).unit("m/s").input(ZERO3).source("G04 eq. 29") => inputs.body_j.velocity;
            AngularVelocityJ 34 "angularVelocityJ" "Angular velocity of body j about world {}, omega_j"
                .elements(XYZ).unit("rad/s").shown_in("deg/s").input(ZERO3).source("G04 eq. 29") => inputs.body_j.angular_velocity;
            Penetration 1 "penetration" "Penetration, positive while the bodies overlap (geometry.pair = external), x"
                .unit("m").shown_in("mm").input(ZERO).source("G04 eq. 28, sign reversed") => inputs.penetration;
            RelativeVelocity 2 "relativeVelocity" "Velocity of body i relative to body j at the contact point along world {} (geometry.pair = external), v_r"
                .elements(XYZ).unit("m/s").input(ZERO3).source("G04 eq. 29") => inputs.relative_velocity;
            ContactNormal 5 "contactNormal" "Outward normal of body j, world {}, of any length from 1e-100 to 1e100 (geometry.pair = external), n"
                .elements(XYZ).unit("1").input(UP).source("G04 eq. 1") => inputs.contact_normal;
            ContactPoint 8 "contactPoint" "Point of action, world {} (geometry.pair = external), p_a"
                .elements(XYZ).unit("m").input(ZERO3).source("G04 section 3") => inputs.contact_point;
            FreeAcceleration 166 "freeAcceleration" "Relative acceleration of the contact point along world {} by those of the bodies without the contact force, with gravity; what turning arms and normals add is found here (Co-Simulation, coupling.mode = interface), b = J*der(v) - W*f_c"
                .elements(XYZ).unit("m/s2").input(ZERO3) => mobility.free_acceleration;
            InverseMass 160 "inverseMass" "Inverse effective mass of the contact, world {} (Co-Simulation, coupling.massSource = input), W = J*M^-1*J^T"
                .elements(SYMMETRIC).unit("1/kg").input(ZERO6) => mobility.inverse_mass;
            FreeAngularAcceleration 196 "freeAngularAcceleration" "Relative angular acceleration about world {} without the contact force (Co-Simulation, coupling.mode = interface, for rolling and spinning friction), b_r"
                .elements(XYZ).unit("rad/s2").input(ZERO3).source("PT96 (i)") => mobility.free_angular_acceleration;
            InverseInertia 190 "inverseInertia" "Inverse inertia of the relative rotation, world {} (Co-Simulation, coupling.massSource = input, for rolling and spinning friction), I_i^-1 + I_j^-1"
                .elements(SYMMETRIC).unit("1/(kg.m2)").input(ZERO6) => mobility.inverse_inertia;
            TurningByForce 232 "turningByForce" "Relative angular acceleration per force at the contact, world {}, 0 if unknown (Co-Simulation, coupling.massSource = input, for rolling and spinning friction), G = I_i^-1*[rho_i]x + I_j^-1*[rho_j]x"
                .elements(ROW_BY_ROW).unit("1/(kg.m)").input(ZERO9) => mobility.turning_by_force;

            // Outputs; the sums of the ledger are states.
            ForceI 40 "forceI" "Contact force on body i along world {} (coupling.mode = interface: by default the mean over the step), f_c"
                .elements(XYZ).unit("N").shown_in("kN").output(&[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, COULOMB, VISCOUS]).source("G04 eqs. 1, 30") => outputs.force_i;
            TorqueI 43 "torqueI" "Torque on body i about its frame origin, world {} (coupling.mode = interface: by default the mean over the step), tau_i"
                .elements(XYZ).unit("N.m").output(&[METHOD, PENETRATION, NORMAL, SLIP, &[Others(Id::ContactPoint)], IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, COULOMB, VISCOUS, ROLLING]).source("G04 eq. 30") => outputs.torque_i;
            ForceJ 46 "forceJ" "Contact force on body j along world {} (coupling.mode = interface: by default the mean over the step), -f_c"
                .elements(XYZ).unit("N").shown_in("kN").output(&[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, COULOMB, VISCOUS]).source("G04 eq. 30") => outputs.force_j;
            TorqueJ 49 "torqueJ" "Torque on body j about its frame origin, world {} (coupling.mode = interface: by default the mean over the step), tau_j"
                .elements(XYZ).unit("N.m").output(&[METHOD, PENETRATION, NORMAL, SLIP, &[Others(Id::ContactPoint)], IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, COULOMB, VISCOUS, ROLLING]).source("G04 eq. 30") => outputs.torque_j;
            NormalForce 52 "normalForce" "Normal force, never negative, f_n"
                .unit("N").shown_in("kN").output(&[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS]).source("G04 eq. 4") => outputs.normal_force;
            FrictionForce 53 "frictionForce" "Friction force on body i along world {} (coupling.mode = interface: by default the mean over the step), f_t"
                .elements(XYZ).unit("N").shown_in("kN").output(&[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, COULOMB, VISCOUS]).source("G04 eq. 26") => outputs.friction_force;
            FrictionMoment 73 "frictionMoment" "Moment of rolling and spinning friction on body i about world {}, part of torqueI (coupling.mode = interface: by default the mean over the step), m_c, with c_r along n"
                .elements(XYZ).unit("N.m").output(&[PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, COULOMB, VISCOUS, ROLLING]).source("M3D, PT96 eq. 1") => outputs.friction_moment;
            Gap 56 "gap" "Distance between the surfaces, negative while the bodies overlap, -x"
                .unit("m").shown_in("mm").output(&[PENETRATION]).source("G04 eq. 28") => outputs.gap;
            SlipSpeed 57 "slipSpeed" "Slip speed, |v_t|"
                .unit("m/s").output(&[NORMAL, SLIP]).source("G04 eq. 3") => outputs.slip_speed;
            ContactActive 58 "contactActive" "The bodies are in contact, x > 0; to connect it, use touching"
                .of(Kind::Boolean).discrete().source("G04 section 3") => contact;
            Touching 231 "touching" "1 in contact, 0 apart: contactActive as a Real, x > 0"
                .unit("1").discrete().output(&[PENETRATION]).source("G04 section 3") => unknowns.touching;
            Sticking 59 "sticking" "Sticking level: 1 sticking, 0 sliding or apart, s"
                .unit("1").output(&[METHOD, PENETRATION, NORMAL, SLIP, STICKING, RADIUS, SLIP_MEASURE]).source("G04 eq. 17") => outputs.sticking;
            PointOfAction 60 "pointOfAction" "Point of action of the contact force, world {}, also while apart, p_a"
                .elements(XYZ).unit("m").output(&[POINT]).source("G04 section 3") => outputs.point_of_action;
            NormalDirection 63 "normalDirection" "Unit outward normal of body j, world {}, also while apart, n"
                .elements(XYZ).unit("1").output(&[NORMAL]).source("G04 eq. 1") => outputs.normal_direction;
            EffectiveRestitution 66 "effectiveRestitution" "Coefficient of restitution of the law at the impact speed of the present or last impact (at vMin before the first and for a body set down), e_eff"
                .unit("1").discrete().output(&[PENETRATION, NORMAL, SLIP, IMPACT]).source("G04 eqs. 8, 12") => outputs.effective_restitution;
            EnergyWork 67 "energyWork" "Work of the bodies on the contact since initialization, integral of -f_c.v_r - m_c.(omega_i - omega_j)"
                .unit("J").output(&[&[All(Id::EnergyWork)]]).state(ZERO, 1.0) => state.energy.work;
            EnergyDissipatedNormal 68 "energyDissipatedNormal" "Energy dissipated in the normal direction since initialization, integral of (f_n - k*x^p)*der(x)"
                .unit("J").output(&[&[All(Id::EnergyDissipatedNormal)]]).state(ZERO, 1.0) => state.energy.dissipated_normal;
            EnergyDissipatedFriction 69 "energyDissipatedFriction" "Energy dissipated by friction since initialization, integral of -f_t.v_t - m_c.(omega_i - omega_j) - sigma_0*(z.der(z) + z_r*der(z_r))"
                .unit("J").output(&[&[All(Id::EnergyDissipatedFriction)]]).state(ZERO, 1.0) => state.energy.dissipated_friction;
            EnergyElastic 70 "energyElastic" "Energy stored in compliance and bristles, k*x^(p+1)/(p+1) + sigma_0*(|z|^2 + z_r^2)/2"
                .unit("J").output(&[METHOD, PENETRATION, STIFFNESS, RADIUS, BRISTLE_ENERGY]) => outputs.energy_elastic;
            EnergyResidual 71 "energyResidual" "Integration error of the energy balance: work + initially stored - stored - dissipated energy (0 without ledger.track)"
                .unit("J").output(&[LEDGER_SUMS, PENETRATION, STIFFNESS, RADIUS, BRISTLE_ENERGY, LEDGER]) => unknowns.energy_residual;
            MicroSteps 72 "microSteps" "Micro-steps of the last communication step with coupling.mode = interface, otherwise 0"
                .of(Kind::Integer).discrete() => contact;

            // States and rates.
            Z 80 "z" "Bristle deflection along world {}, z"
                .elements(XYZ).unit("m").shown_in("mm").state(ZERO3, 1e-5).source("G04 eq. 16") => state.z;
            SDw 83 "s_dw" "Dwell state: 0 new contact, 1 full stiction, s_dw"
                .unit("1").state(ZERO, 1.0).at_least(0.0).at_most(1.0).source("G04 eq. 23") => state.s_dw;
            DerZ 84 "der(z)" "Time derivative of the bristle deflection along world {}, der(z)"
                .elements(XYZ).unit("m/s").rate_of(Id::Z, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, BRISTLE_FRAME_CHOICE, BRISTLE_LIMIT_CHOICE]).source("G04 eq. 22") => rates.z;
            DerSDw 87 "der(s_dw)" "Time derivative of the dwell state, der(s_dw)"
                .unit("1/s").rate_of(Id::SDw, &[METHOD, PENETRATION, NORMAL, SLIP, STICKING, RADIUS, SLIP_MEASURE, DWELL]).source("G04 eq. 23") => rates.s_dw;
            DerEnergyWork 88 "der(energyWork)" "Power of the bodies on the contact, -f_c.v_r - m_c.(omega_i - omega_j)"
                .unit("W").rate_of(Id::EnergyWork, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, COULOMB, VISCOUS, ROLLING, LEDGER]) => rates.energy.work;
            DerEnergyDissipatedNormal 89 "der(energyDissipatedNormal)" "Power dissipated in the normal direction, (f_n - k*x^p)*der(x)"
                .unit("W").rate_of(Id::EnergyDissipatedNormal, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, LEDGER]) => rates.energy.dissipated_normal;
            DerEnergyDissipatedFriction 90 "der(energyDissipatedFriction)" "Power dissipated by friction, -f_t.v_t - m_c.(omega_i - omega_j) - sigma_0*(z.der(z) + z_r*der(z_r))"
                .unit("W").rate_of(Id::EnergyDissipatedFriction, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, COULOMB, VISCOUS, ROLLING, BRISTLE_LIMIT_CHOICE, LEDGER]) => rates.energy.dissipated_friction;
            ZR 91 "z_r" "Bristle deflection about the normal at the radius e_r, z_r"
                .unit("m").shown_in("mm").state(ZERO, 1e-5).source("PT96 eq. 1") => state.z_r;
            DerZR 92 "der(z_r)" "Time derivative of the bristle deflection about the normal, der(z_r)"
                .unit("m/s").rate_of(Id::ZR, &[METHOD, PENETRATION, NORMAL, SLIP, IMPACT, STRIKING_MASS, STIFFNESS, RADIUS, FRICTION, SLIP_MEASURE, BRISTLE_LIMIT_CHOICE]).source("G04 eq. 22, PT96") => rates.z_r;

            // Normal force.
            ComplianceLaw 100 "compliance.law" "Damping law of the normal force"
                .fixed(Kind::Enumeration(&COMPLIANCE_LAW), FIRST) => settings.normal_law;
            ComplianceK 101 "compliance.k" "Contact stiffness in N/m^p, k"
                .tunable(&[1e6]).above(0.0).source("G04 eq. 4") => parameters.compliance.k;
            ComplianceP 102 "compliance.p" "Exponent of the penetration, 1.5 for spheres, p"
                .unit("1").tunable(&[1.5]).at_least(1.0).at_most(5.0).source("G04 eq. 4") => parameters.compliance.p;
            ComplianceE 103 "compliance.e" "Coefficient of restitution at zero impact speed, below 0.001 only with coupling.method = timeStepping, e"
                .unit("1").tunable(&[0.5]).at_least(0.0).at_most(1.0).source("G04 eqs. 8, 12") => parameters.compliance.e;
            ComplianceAlpha 104 "compliance.alpha" "Decrease of the coefficient of restitution with the impact speed, 0 for a constant e, alpha"
                .unit("s/m").tunable(ZERO).at_least(0.0).source("G04 eq. 12") => parameters.compliance.alpha;
            ComplianceVMin 105 "compliance.vMin" "Impact speed assumed for a body set down, vMin"
                .unit("m/s").tunable(&[1e-3]).above(0.0) => parameters.compliance.v_min;
            ComplianceSource 106 "compliance.source" "Source of stiffness and exponent"
                .fixed(Kind::Enumeration(&COMPLIANCE_SOURCE), FIRST) => settings.compliance_source;
            ComplianceDMax 107 "compliance.d_max" "Upper limit of the damping of the law flores, d_max"
                .unit("s/m").tunable(&[2000.0]).above(0.0).source("M3D") => parameters.compliance.d_max;
            ComplianceVsmall 108 "compliance.vsmall" "Impact speed up to which the law flores takes e = 0, vsmall"
                .unit("m/s").tunable(&[0.01]).at_least(0.0).source("M3D") => parameters.compliance.v_small;
            ComplianceM 109 "compliance.m" "Effective mass m_i*m_j/(m_i + m_j) for which the law kelvinVoigt gives e, m_eff"
                .unit("kg").tunable(&[1.0]).above(0.0) => parameters.compliance.mass;
            ComplianceRestitution 210 "compliance.restitution" "Coefficient of restitution as a function of the impact speed"
                .fixed(Kind::Enumeration(&RESTITUTION_CURVE), SECOND) => settings.restitution_curve;
            ComplianceVRef 211 "compliance.v_ref" "Impact speed up to which the coefficient of restitution is compliance.e (compliance.restitution = power), v_ref"
                .unit("m/s").tunable(&[0.1]).above(0.0) => parameters.compliance.v_ref;
            ComplianceQ 212 "compliance.q" "Exponent of the decrease of restitution above v_ref, 1/4 for plastic deformation (compliance.restitution = power), q"
                .unit("1").tunable(&[0.25]).at_least(0.0).at_most(10.0) => parameters.compliance.q;
            ComplianceTablePoints 213 "compliance.tablePoints" "Number of table points in use (compliance.restitution = table)"
                .fixed(Kind::Integer, &[2.0]).at_least(2.0).at_most(8.0) => settings.restitution_points;
            ComplianceTableSpeed 214 "compliance.tableSpeed" "Impact speed of table point {}, above that of the point before (compliance.restitution = table), v_i"
                .elements(POINTS).unit("m/s").tunable(&[0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0]).at_least(0.0) => parameters.compliance.table.speed;
            ComplianceTableE 222 "compliance.tableE" "Coefficient of restitution at table point {} (compliance.restitution = table), e"
                .elements(POINTS).unit("1").tunable(&[0.5; 8]).at_least(1e-3).at_most(1.0) => parameters.compliance.table.e;

            // Friction.
            FrictionLaw 110 "friction.law" "Law of the friction force"
                .fixed(Kind::Enumeration(&FRICTION_LAW), FIRST) => settings.friction_law;
            FrictionMuS 111 "friction.mu_S" "Static friction coefficient, not below mu_C, mu_S"
                .unit("1").tunable(&[0.45]).at_least(0.0).source("G04 eq. 24") => parameters.friction.mu_S;
            FrictionMuC 112 "friction.mu_C" "Coulomb (sliding) friction coefficient, mu_C"
                .unit("1").tunable(&[0.4]).at_least(0.0).source("G04 eq. 19") => parameters.friction.mu_C;
            FrictionSigma0 113 "friction.sigma_0" "Bristle stiffness, sigma_0"
                .unit("N/m").tunable(&[1e5]).above(0.0).source("G04 eq. 15") => parameters.friction.sigma_0;
            FrictionSigma1 114 "friction.sigma_1" "Bristle damping, sigma_1"
                .unit("N.s/m").tunable(&[316.227766]).above(0.0).source("G04 eq. 15") => parameters.friction.sigma_1;
            FrictionSigma2 115 "friction.sigma_2" "Viscous friction, sigma_2"
                .unit("N.s/m").tunable(ZERO).at_least(0.0).source("G04 eq. 26") => parameters.friction.sigma_2;
            FrictionVS 116 "friction.v_S" "Stribeck velocity, v_S"
                .unit("m/s").tunable(&[0.01]).above(0.0).source("G04 eq. 17") => parameters.friction.v_S;
            FrictionVEps 117 "friction.v_eps" "Width of the regularised slip direction, at most v_S, 0 for v_S/100, v_eps"
                .unit("m/s").tunable(ZERO).at_least(0.0).source("G04 eq. 20") => parameters.friction.v_eps;
            FrictionTauDw 118 "friction.tau_dw" "Time constant of the growth of stiction at rest, tau_dw"
                .unit("s").tunable(&[1.0]).above(0.0).source("G04 eq. 23") => parameters.friction.tau_dw;
            FrictionBristleFrame 119 "friction.bristleFrame" "Frame of the bristles"
                .fixed(Kind::Enumeration(&BRISTLE_FRAME), FIRST) => settings.bristle_frame;
            FrictionBristleLimit 120 "friction.bristleLimit" "Limit of the bristle deflection"
                .fixed(Kind::Enumeration(&BRISTLE_LIMIT), FIRST) => settings.bristle_limit;
            FrictionVsmall 121 "friction.vsmall" "Slip speed below which the law coulomb is regularised, vsmall"
                .unit("m/s").tunable(&[0.01]).above(0.0).source("M3D") => parameters.friction.v_small;
            FrictionMuR 122 "friction.mu_r" "Coefficient of rolling resistance, mu_r"
                .unit("1").tunable(ZERO).at_least(0.0).source("M3D") => parameters.friction.mu_r;
            FrictionWsmall 123 "friction.wsmall" "Rolling speed below which rolling resistance is regularised, wsmall"
                .unit("rad/s").shown_in("deg/s").tunable(&[0.01]).above(0.0).source("M3D") => parameters.friction.w_small;
            FrictionER 124 "friction.e_r" "Radius of spinning friction: maximum moment over maximum friction force, 0 for no moment (friction.e_rSource = given), e_r"
                .unit("m").shown_in("mm").tunable(ZERO).at_least(0.0).source("PT96 eq. 1") => parameters.friction.e_r;
            FrictionERSource 125 "friction.e_rSource" "Source of the radius of spinning friction"
                .fixed(Kind::Enumeration(&SPIN_RADIUS_SOURCE), FIRST) => settings.spin_radius_source;
            FrictionMap 126 "friction.map" "Friction limit surface, the bound of friction force and moment"
                .fixed(Kind::Enumeration(&FRICTION_MAP), FIRST).source("PT96") => settings.friction_map;
            FrictionSides 127 "friction.sides" "Number of sides of the polyhedron around the normal, even (friction.map = polyhedron)"
                .fixed(Kind::Integer, &[8.0]).at_least(4.0).at_most(32.0).source("PT96 (b)") => settings.sides;
            FrictionET 128 "friction.e_t" "Largest friction force along x of body j, in the tangent plane, by the bound mu*f_n, e_t"
                .unit("1").tunable(&[1.0]).above(0.0).source("PT96 eq. 1") => parameters.friction.e_t;
            FrictionEO 129 "friction.e_o" "Largest friction force across that direction by the bound mu*f_n, e_o"
                .unit("1").tunable(&[1.0]).above(0.0).source("PT96 eq. 1") => parameters.friction.e_o;

            // Geometry.
            GeometryPair 130 "geometry.pair" "Contact geometry: computed by the importer or by the FMU"
                .fixed(Kind::Enumeration(&GEOMETRY_PAIR), FIRST) => geometry_settings.pair;
            GeometryRadiusI 131 "geometry.radiusI" "Radius of the sphere of body i, R"
                .unit("m").shown_in("mm").tunable(&[0.1]).above(0.0).source("G04 eq. 27") => geometry.shapes.radius_i;
            GeometryCenterI 132 "geometry.centerI" "Centre of the sphere in the frame of body i, {}, p_sph"
                .elements(XYZ).unit("m").tunable(ZERO3).source("G04 eq. 27") => geometry.shapes.center_i;
            GeometryNormalJ 135 "geometry.normalJ" "Normal of the plane in the frame of body j, {}, of any length from 1e-100 to 1e100, n"
                .elements(XYZ).unit("1").tunable(UP).source("G04 eq. 28") => geometry.shapes.normal_j;
            GeometryHeightJ 138 "geometry.heightJ" "Height of the plane along its normal, h_j"
                .unit("m").tunable(ZERO).source("G04 eq. 28") => geometry.shapes.height_j;
            GeometryRadiusJ 140 "geometry.radiusJ" "Radius of the sphere or cylinder of body j, R_j"
                .unit("m").shown_in("mm").tunable(&[1.0]).above(0.0) => geometry.shapes.radius_j;
            GeometryAxisJ 141 "geometry.axisJ" "Axis of the cylinder in the frame of body j, {}, of any length from 1e-100 to 1e100, a_j"
                .elements(XYZ).unit("1").tunable(ALONG_Y) => geometry.shapes.axis_j;
            GeometryCenterJ 144 "geometry.centerJ" "Centre of the sphere, or a point on the axis of the cylinder, in the frame of body j, {}, p_j"
                .elements(XYZ).unit("m").tunable(ZERO3) => geometry.shapes.center_j;
            GeometryContactRadiusI 147 "geometry.contactRadiusI" "Equivalent radius of curvature of body i at the contact (geometry.pair = external), r_contact"
                .unit("m").shown_in("mm").tunable(&[0.1]).above(0.0).source("M3D") => geometry.shapes.contact_radius_i;
            GeometryContactRadiusJ 148 "geometry.contactRadiusJ" "Equivalent radius of curvature of body j at the contact (geometry.pair = external), r_contact"
                .unit("m").shown_in("mm").tunable(&[1.0]).above(0.0).source("M3D") => geometry.shapes.contact_radius_j;
            GeometryIsFlatI 149 "geometry.isFlatI" "The surface of body i is flat (geometry.pair = external)"
                .fixed(Kind::Boolean, ZERO).source("M3D") => geometry_settings.is_flat_i;
            GeometryIsFlatJ 151 "geometry.isFlatJ" "The surface of body j is flat (geometry.pair = external)"
                .fixed(Kind::Boolean, FIRST).source("M3D") => geometry_settings.is_flat_j;
            GeometryPoint 157 "geometry.point" "Point of action between two curved surfaces; on a plane it is the deepest point of the sphere"
                .fixed(Kind::Enumeration(&GEOMETRY_POINT), FIRST) => geometry_settings.point;

            // Materials.
            MaterialEI 152 "material.E_I" "Young's modulus of body i (compliance.source = materials), E"
                .unit("Pa").shown_in("GPa").tunable(&[2.1e11]).above(0.0).source("M3D") => parameters.materials.i.E;
            MaterialNuI 153 "material.nu_I" "Poisson's ratio of body i (compliance.source = materials), nu"
                .unit("1").tunable(&[0.3]).at_least(0.0).at_most(0.5).source("M3D") => parameters.materials.i.nu;
            MaterialEJ 154 "material.E_J" "Young's modulus of body j (compliance.source = materials), E"
                .unit("Pa").shown_in("GPa").tunable(&[2.1e11]).above(0.0).source("M3D") => parameters.materials.j.E;
            MaterialNuJ 155 "material.nu_J" "Poisson's ratio of body j (compliance.source = materials), nu"
                .unit("1").tunable(&[0.3]).at_least(0.0).at_most(0.5).source("M3D") => parameters.materials.j.nu;
            MaterialKRed 156 "material.k_red" "Factor on the stiffness from materials, below 1 for faster simulation, k_red"
                .unit("1").tunable(&[1.0]).above(0.0).source("M3D") => parameters.materials.k_red;

            // Energy ledger.
            LedgerTrack 150 "ledger.track" "Integrate the energy ledger; false freezes its three states"
                .fixed(Kind::Boolean, FIRST) => settings.track_ledger;

            // Coupling.
            CouplingMode 170 "coupling.mode" "Integration of the motion inside a communication step (Model Exchange ignores all coupling parameters)"
                .fixed(Kind::Enumeration(&COUPLING_MODE), FIRST) => coupling_settings.mode;
            CouplingOrder 171 "coupling.order" "Interval on which the importer applies the force of a step"
                .fixed(Kind::Enumeration(&COUPLING_ORDER), &[3.0]) => coupling_settings.order;
            CouplingMassSource 172 "coupling.massSource" "Source of the inverse effective mass of the contact"
                .fixed(Kind::Enumeration(&MASS_SOURCE), FIRST) => coupling_settings.mass_source;
            CouplingMassI 173 "coupling.massI" "Mass of body i, mass centre at its frame origin, 0 for a fixed body, m_i"
                .unit("kg").tunable(&[1.0]).at_least(0.0) => coupling.masses.i.mass;
            CouplingMassJ 174 "coupling.massJ" "Mass of body j, mass centre at its frame origin, 0 for a fixed body, m_j"
                .unit("kg").tunable(ZERO).at_least(0.0) => coupling.masses.j.mass;
            CouplingInertiaI 175 "coupling.inertiaI" "Inertia of body i about its mass centre, body axes {}, positive definite or all 0 for a body that does not rotate, I_i"
                .elements(SYMMETRIC).unit("kg.m2").tunable(INERTIA) => coupling.masses.i.inertia;
            CouplingInertiaJ 181 "coupling.inertiaJ" "Inertia of body j about its mass centre, body axes {}, positive definite or all 0 for a body that does not rotate, I_j"
                .elements(SYMMETRIC).unit("kg.m2").tunable(INERTIA) => coupling.masses.j.inertia;
            CouplingMaxMicroSteps 187 "coupling.maxMicroSteps" "Upper limit of the number of micro-steps in one communication step; above it they become larger, and the steps of systems are refused"
                .fixed(Kind::Integer, &[10_000.0]).at_least(1.0) => coupling_settings.max_micro_steps;
            CouplingFreeAccelerationSource 188 "coupling.freeAccelerationSource" "Source of the acceleration without the contact force"
                .fixed(Kind::Enumeration(&FREE_ACCELERATION_SOURCE), FIRST) => coupling_settings.free_acceleration_source;
            CouplingVerifyMass 189 "coupling.verifyMass" "Correct massI and massJ by the measured response to a pulse before the first impact, or to that impact; false trusts them (coupling.massSource = input is always trusted)"
                .fixed(Kind::Boolean, FIRST) => coupling_settings.verify_mass;
            CouplingMethod 200 "coupling.method" "Contact model within a step (coupling.mode = interface)"
                .fixed(Kind::Enumeration(&COUPLING_METHOD), FIRST) => coupling_settings.method;
            CouplingHandBack 230 "coupling.handBack" "Force of a step that the outputs return (coupling.mode = interface)"
                .fixed(Kind::Enumeration(&HAND_BACK), FIRST) => coupling_settings.hand_back;

            // Time stepping.
            TimeSteppingFriction 201 "timeStepping.friction" "Friction law of the rigid contact (coupling.method = timeStepping); mu is friction.mu_C"
                .fixed(Kind::Enumeration(&TIME_STEPPING_FRICTION), FIRST) => coupling_settings.step_friction;
            TimeSteppingSides 202 "timeStepping.sides" "Number of sides of the polygon, even (timeStepping.friction = polygonal)"
                .fixed(Kind::Integer, &[8.0]).at_least(4.0).at_most(32.0).source("P16 ref. 3") => coupling_settings.step_sides;
            TimeSteppingKT 203 "timeStepping.k_T" "Tangential stiffness while sticking (timeStepping.friction = regularised), 0 for infinite, k_T"
                .unit("N/m").tunable(&[1e10]).at_least(0.0).source("P16 eq. 9") => coupling.time_stepping.k_T;
            TimeSteppingVTh 204 "timeStepping.v_th" "Slip speed up to which the contact sticks (coupling.method = timeStepping), v_th"
                .unit("m/s").tunable(&[0.01]).at_least(0.0).source("P16") => coupling.time_stepping.v_th;
            TimeSteppingImpact 205 "timeStepping.impact" "Hypothesis of restitution of a rigid impact (coupling.method = timeStepping)"
                .fixed(Kind::Enumeration(&TIME_STEPPING_IMPACT), FIRST).source("WK91 section 3.2") => coupling_settings.step_impact;
            TimeSteppingLaw 206 "timeStepping.law" "Friction bound of the rigid contact (coupling.method = timeStepping)"
                .fixed(Kind::Enumeration(&TIME_STEPPING_LAW), FIRST).source("P16 eq. 12") => coupling_settings.step_law;
        }
    };
}
pub(crate) use variables;

macro_rules! ids {
    ($($id:ident $reference:literal $name:literal $about:literal
        $(.$modifier:ident $with:tt)* => $root:ident $(.$part:ident)*;)+) => {
        /// One name per variable, in the order of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Id {
            $(#[doc = concat!("`", $name, "`")] $id,)+
            /// `position` of a body of a system, as all that follow; their rows are in `bodies.rs`
            BodyPosition,
            BodyOrientation,
            BodyVelocity,
            BodyAngularVelocity,
            BodyForce,
            BodyTorque,
            BodyFreeAcceleration,
            BodyFreeAngularAcceleration,
            BodyInverseMass,
            BodyMass,
            BodyInertia,
            BodyCenterOfMass,
        }
    };
}
variables!(ids);

/// The ids that are not of a contact, as a pattern: with them a match over all ids is one jump, with a wildcard it is a comparison more.
macro_rules! of_a_body {
    () => {
        Id::BodyPosition
            | Id::BodyOrientation
            | Id::BodyVelocity
            | Id::BodyAngularVelocity
            | Id::BodyForce
            | Id::BodyTorque
            | Id::BodyFreeAcceleration
            | Id::BodyFreeAngularAcceleration
            | Id::BodyInverseMass
            | Id::BodyMass
            | Id::BodyInertia
            | Id::BodyCenterOfMass
    };
}
pub(crate) use of_a_body;
