/* Value references of Asperity.fmu. Rendered from the variable table: `asperity describe header --write`.
 * Element k of a vector, counted from 1, has the reference of the vector plus k - 1.
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef ASPERITY_FMU_H
#define ASPERITY_FMU_H

#define ASPERITY_MODEL_IDENTIFIER "Asperity"
#define ASPERITY_GUID "e569e450-4099-5c0e-95d6-44bf695544be"
#define ASPERITY_STATES 8
#define ASPERITY_EVENT_INDICATORS 3

/* time [s]: Simulation time, t */
#define ASPERITY_VR_TIME 0u

/* positionI [1..3] [m]: Position of the frame origin of body i, world x/y/z, r_i */
#define ASPERITY_VR_POSITION_I 11u

/* orientationI [1..4] [1]: Quaternion of body i, body to world, component w/x/y/z, of any length from 1e-100 to 1e100, q_i */
#define ASPERITY_VR_ORIENTATION_I 17u

/* velocityI [1..3] [m/s]: Velocity of the frame origin of body i along world x/y/z, der(r_i) */
#define ASPERITY_VR_VELOCITY_I 25u

/* angularVelocityI [1..3] [rad/s]: Angular velocity of body i about world x/y/z, omega_i */
#define ASPERITY_VR_ANGULAR_VELOCITY_I 31u

/* positionJ [1..3] [m]: Position of the frame origin of body j, world x/y/z, r_j */
#define ASPERITY_VR_POSITION_J 14u

/* orientationJ [1..4] [1]: Quaternion of body j, body to world, component w/x/y/z, of any length from 1e-100 to 1e100, q_j */
#define ASPERITY_VR_ORIENTATION_J 21u

/* velocityJ [1..3] [m/s]: Velocity of the frame origin of body j along world x/y/z, der(r_j) */
#define ASPERITY_VR_VELOCITY_J 28u

/* angularVelocityJ [1..3] [rad/s]: Angular velocity of body j about world x/y/z, omega_j */
#define ASPERITY_VR_ANGULAR_VELOCITY_J 34u

/* penetration [m]: Penetration, positive while the bodies overlap (geometry.pair = external), x */
#define ASPERITY_VR_PENETRATION 1u

/* relativeVelocity [1..3] [m/s]: Velocity of body i relative to body j at the contact point along world x/y/z (geometry.pair = external), v_r */
#define ASPERITY_VR_RELATIVE_VELOCITY 2u

/* contactNormal [1..3] [1]: Outward normal of body j, world x/y/z, of any length from 1e-100 to 1e100 (geometry.pair = external), n */
#define ASPERITY_VR_CONTACT_NORMAL 5u

/* contactPoint [1..3] [m]: Point of action, world x/y/z (geometry.pair = external), p_a */
#define ASPERITY_VR_CONTACT_POINT 8u

/* freeAcceleration [1..3] [m/s2]: Relative acceleration of the contact point along world x/y/z by those of the bodies without the contact force, with gravity; what turning arms and normals add is found here (Co-Simulation, coupling.mode = interface), b = J*der(v) - W*f_c */
#define ASPERITY_VR_FREE_ACCELERATION 166u

/* inverseMass [1..6] [1/kg]: Inverse effective mass of the contact, world xx/yy/zz/xy/xz/yz (Co-Simulation, coupling.massSource = input), W = J*M^-1*J^T */
#define ASPERITY_VR_INVERSE_MASS 160u

/* freeAngularAcceleration [1..3] [rad/s2]: Relative angular acceleration about world x/y/z without the contact force (Co-Simulation, coupling.mode = interface, for rolling and spinning friction), b_r */
#define ASPERITY_VR_FREE_ANGULAR_ACCELERATION 196u

/* inverseInertia [1..6] [1/(kg.m2)]: Inverse inertia of the relative rotation, world xx/yy/zz/xy/xz/yz (Co-Simulation, coupling.massSource = input, for rolling and spinning friction), I_i^-1 + I_j^-1 */
#define ASPERITY_VR_INVERSE_INERTIA 190u

/* turningByForce [1..9] [1/(kg.m)]: Relative angular acceleration per force at the contact, world xx/xy/xz/yx/yy/yz/zx/zy/zz, 0 if unknown (Co-Simulation, coupling.massSource = input, for rolling and spinning friction), G = I_i^-1*[rho_i]x + I_j^-1*[rho_j]x */
#define ASPERITY_VR_TURNING_BY_FORCE 232u

/* forceI [1..3] [N]: Contact force on body i along world x/y/z (coupling.mode = interface: by default the mean over the step), f_c */
#define ASPERITY_VR_FORCE_I 40u

/* torqueI [1..3] [N.m]: Torque on body i about its frame origin, world x/y/z (coupling.mode = interface: by default the mean over the step), tau_i */
#define ASPERITY_VR_TORQUE_I 43u

/* forceJ [1..3] [N]: Contact force on body j along world x/y/z (coupling.mode = interface: by default the mean over the step), -f_c */
#define ASPERITY_VR_FORCE_J 46u

/* torqueJ [1..3] [N.m]: Torque on body j about its frame origin, world x/y/z (coupling.mode = interface: by default the mean over the step), tau_j */
#define ASPERITY_VR_TORQUE_J 49u

/* normalForce [N]: Normal force, never negative, f_n */
#define ASPERITY_VR_NORMAL_FORCE 52u

/* frictionForce [1..3] [N]: Friction force on body i along world x/y/z (coupling.mode = interface: by default the mean over the step), f_t */
#define ASPERITY_VR_FRICTION_FORCE 53u

/* frictionMoment [1..3] [N.m]: Moment of rolling and spinning friction on body i about world x/y/z, part of torqueI (coupling.mode = interface: by default the mean over the step), m_c, with c_r along n */
#define ASPERITY_VR_FRICTION_MOMENT 73u

/* gap [m]: Distance between the surfaces, negative while the bodies overlap, -x */
#define ASPERITY_VR_GAP 56u

/* slipSpeed [m/s]: Slip speed, |v_t| */
#define ASPERITY_VR_SLIP_SPEED 57u

/* contactActive, Boolean: The bodies are in contact, x > 0; to connect it, use touching */
#define ASPERITY_VR_CONTACT_ACTIVE 58u

/* touching [1]: 1 in contact, 0 apart: contactActive as a Real, x > 0 */
#define ASPERITY_VR_TOUCHING 231u

/* sticking [1]: Sticking level: 1 sticking, 0 sliding or apart, s */
#define ASPERITY_VR_STICKING 59u

/* pointOfAction [1..3] [m]: Point of action of the contact force, world x/y/z, also while apart, p_a */
#define ASPERITY_VR_POINT_OF_ACTION 60u

/* normalDirection [1..3] [1]: Unit outward normal of body j, world x/y/z, also while apart, n */
#define ASPERITY_VR_NORMAL_DIRECTION 63u

/* effectiveRestitution [1]: Coefficient of restitution of the law at the impact speed of the present or last impact (at vMin before the first and for a body set down), e_eff */
#define ASPERITY_VR_EFFECTIVE_RESTITUTION 66u

/* energyWork [J]: Work of the bodies on the contact since initialization, integral of -f_c.v_r - m_c.(omega_i - omega_j) */
#define ASPERITY_VR_ENERGY_WORK 67u

/* energyDissipatedNormal [J]: Energy dissipated in the normal direction since initialization, integral of (f_n - k*x^p)*der(x) */
#define ASPERITY_VR_ENERGY_DISSIPATED_NORMAL 68u

/* energyDissipatedFriction [J]: Energy dissipated by friction since initialization, integral of -f_t.v_t - m_c.(omega_i - omega_j) - sigma_0*(z.der(z) + z_r*der(z_r)) */
#define ASPERITY_VR_ENERGY_DISSIPATED_FRICTION 69u

/* energyElastic [J]: Energy stored in compliance and bristles, k*x^(p+1)/(p+1) + sigma_0*(|z|^2 + z_r^2)/2 */
#define ASPERITY_VR_ENERGY_ELASTIC 70u

/* energyResidual [J]: Integration error of the energy balance: work + initially stored - stored - dissipated energy (0 without ledger.track) */
#define ASPERITY_VR_ENERGY_RESIDUAL 71u

/* microSteps, Integer: Micro-steps of the last communication step with coupling.mode = interface, otherwise 0 */
#define ASPERITY_VR_MICRO_STEPS 72u

/* z [1..3] [m]: Bristle deflection along world x/y/z, z */
#define ASPERITY_VR_Z 80u

/* s_dw [1]: Dwell state: 0 new contact, 1 full stiction, s_dw */
#define ASPERITY_VR_S_DW 83u

/* der(z) [1..3] [m/s]: Time derivative of the bristle deflection along world x/y/z, der(z) */
#define ASPERITY_VR_DER_Z 84u

/* der(s_dw) [1/s]: Time derivative of the dwell state, der(s_dw) */
#define ASPERITY_VR_DER_S_DW 87u

/* der(energyWork) [W]: Power of the bodies on the contact, -f_c.v_r - m_c.(omega_i - omega_j) */
#define ASPERITY_VR_DER_ENERGY_WORK 88u

/* der(energyDissipatedNormal) [W]: Power dissipated in the normal direction, (f_n - k*x^p)*der(x) */
#define ASPERITY_VR_DER_ENERGY_DISSIPATED_NORMAL 89u

/* der(energyDissipatedFriction) [W]: Power dissipated by friction, -f_t.v_t - m_c.(omega_i - omega_j) - sigma_0*(z.der(z) + z_r*der(z_r)) */
#define ASPERITY_VR_DER_ENERGY_DISSIPATED_FRICTION 90u

/* z_r [m]: Bristle deflection about the normal at the radius e_r, z_r */
#define ASPERITY_VR_Z_R 91u

/* der(z_r) [m/s]: Time derivative of the bristle deflection about the normal, der(z_r) */
#define ASPERITY_VR_DER_Z_R 92u

/* compliance.law, enumeration: Damping law of the normal force */
#define ASPERITY_VR_COMPLIANCE_LAW 100u

/* compliance.k: Contact stiffness in N/m^p, k */
#define ASPERITY_VR_COMPLIANCE_K 101u

/* compliance.p [1]: Exponent of the penetration, 1.5 for spheres, p */
#define ASPERITY_VR_COMPLIANCE_P 102u

/* compliance.e [1]: Coefficient of restitution at zero impact speed, below 0.001 only with coupling.method = timeStepping, e */
#define ASPERITY_VR_COMPLIANCE_E 103u

/* compliance.alpha [s/m]: Decrease of the coefficient of restitution with the impact speed, 0 for a constant e, alpha */
#define ASPERITY_VR_COMPLIANCE_ALPHA 104u

/* compliance.vMin [m/s]: Impact speed assumed for a body set down, vMin */
#define ASPERITY_VR_COMPLIANCE_V_MIN 105u

/* compliance.source, enumeration: Source of stiffness and exponent */
#define ASPERITY_VR_COMPLIANCE_SOURCE 106u

/* compliance.d_max [s/m]: Upper limit of the damping of the law flores, d_max */
#define ASPERITY_VR_COMPLIANCE_D_MAX 107u

/* compliance.vsmall [m/s]: Impact speed up to which the law flores takes e = 0, vsmall */
#define ASPERITY_VR_COMPLIANCE_VSMALL 108u

/* compliance.m [kg]: Effective mass m_i*m_j/(m_i + m_j) for which the law kelvinVoigt gives e, m_eff */
#define ASPERITY_VR_COMPLIANCE_M 109u

/* compliance.restitution, enumeration: Coefficient of restitution as a function of the impact speed */
#define ASPERITY_VR_COMPLIANCE_RESTITUTION 210u

/* compliance.v_ref [m/s]: Impact speed up to which the coefficient of restitution is compliance.e (compliance.restitution = power), v_ref */
#define ASPERITY_VR_COMPLIANCE_V_REF 211u

/* compliance.q [1]: Exponent of the decrease of restitution above v_ref, 1/4 for plastic deformation (compliance.restitution = power), q */
#define ASPERITY_VR_COMPLIANCE_Q 212u

/* compliance.tablePoints, Integer: Number of table points in use (compliance.restitution = table) */
#define ASPERITY_VR_COMPLIANCE_TABLE_POINTS 213u

/* compliance.tableSpeed [1..8] [m/s]: Impact speed of table point 1/2/3/4/5/6/7/8, above that of the point before (compliance.restitution = table), v_i */
#define ASPERITY_VR_COMPLIANCE_TABLE_SPEED 214u

/* compliance.tableE [1..8] [1]: Coefficient of restitution at table point 1/2/3/4/5/6/7/8 (compliance.restitution = table), e */
#define ASPERITY_VR_COMPLIANCE_TABLE_E 222u

/* friction.law, enumeration: Law of the friction force */
#define ASPERITY_VR_FRICTION_LAW 110u

/* friction.mu_S [1]: Static friction coefficient, not below mu_C, mu_S */
#define ASPERITY_VR_FRICTION_MU_S 111u

/* friction.mu_C [1]: Coulomb (sliding) friction coefficient, mu_C */
#define ASPERITY_VR_FRICTION_MU_C 112u

/* friction.sigma_0 [N/m]: Bristle stiffness, sigma_0 */
#define ASPERITY_VR_FRICTION_SIGMA_0 113u

/* friction.sigma_1 [N.s/m]: Bristle damping, sigma_1 */
#define ASPERITY_VR_FRICTION_SIGMA_1 114u

/* friction.sigma_2 [N.s/m]: Viscous friction, sigma_2 */
#define ASPERITY_VR_FRICTION_SIGMA_2 115u

/* friction.v_S [m/s]: Stribeck velocity, v_S */
#define ASPERITY_VR_FRICTION_V_S 116u

/* friction.v_eps [m/s]: Width of the regularised slip direction, at most v_S, 0 for v_S/100, v_eps */
#define ASPERITY_VR_FRICTION_V_EPS 117u

/* friction.tau_dw [s]: Time constant of the growth of stiction at rest, tau_dw */
#define ASPERITY_VR_FRICTION_TAU_DW 118u

/* friction.bristleFrame, enumeration: Frame of the bristles */
#define ASPERITY_VR_FRICTION_BRISTLE_FRAME 119u

/* friction.bristleLimit, enumeration: Limit of the bristle deflection */
#define ASPERITY_VR_FRICTION_BRISTLE_LIMIT 120u

/* friction.vsmall [m/s]: Slip speed below which the law coulomb is regularised, vsmall */
#define ASPERITY_VR_FRICTION_VSMALL 121u

/* friction.mu_r [1]: Coefficient of rolling resistance, mu_r */
#define ASPERITY_VR_FRICTION_MU_R 122u

/* friction.wsmall [rad/s]: Rolling speed below which rolling resistance is regularised, wsmall */
#define ASPERITY_VR_FRICTION_WSMALL 123u

/* friction.e_r [m]: Radius of spinning friction: maximum moment over maximum friction force, 0 for no moment (friction.e_rSource = given), e_r */
#define ASPERITY_VR_FRICTION_E_R 124u

/* friction.e_rSource, enumeration: Source of the radius of spinning friction */
#define ASPERITY_VR_FRICTION_E_R_SOURCE 125u

/* friction.map, enumeration: Friction limit surface, the bound of friction force and moment */
#define ASPERITY_VR_FRICTION_MAP 126u

/* friction.sides, Integer: Number of sides of the polyhedron around the normal, even (friction.map = polyhedron) */
#define ASPERITY_VR_FRICTION_SIDES 127u

/* friction.e_t [1]: Largest friction force along x of body j, in the tangent plane, by the bound mu*f_n, e_t */
#define ASPERITY_VR_FRICTION_E_T 128u

/* friction.e_o [1]: Largest friction force across that direction by the bound mu*f_n, e_o */
#define ASPERITY_VR_FRICTION_E_O 129u

/* geometry.pair, enumeration: Contact geometry: computed by the importer or by the FMU */
#define ASPERITY_VR_GEOMETRY_PAIR 130u

/* geometry.radiusI [m]: Radius of the sphere of body i, R */
#define ASPERITY_VR_GEOMETRY_RADIUS_I 131u

/* geometry.centerI [1..3] [m]: Centre of the sphere in the frame of body i, x/y/z, p_sph */
#define ASPERITY_VR_GEOMETRY_CENTER_I 132u

/* geometry.normalJ [1..3] [1]: Normal of the plane in the frame of body j, x/y/z, of any length from 1e-100 to 1e100, n */
#define ASPERITY_VR_GEOMETRY_NORMAL_J 135u

/* geometry.heightJ [m]: Height of the plane along its normal, h_j */
#define ASPERITY_VR_GEOMETRY_HEIGHT_J 138u

/* geometry.radiusJ [m]: Radius of the sphere or cylinder of body j, R_j */
#define ASPERITY_VR_GEOMETRY_RADIUS_J 140u

/* geometry.axisJ [1..3] [1]: Axis of the cylinder in the frame of body j, x/y/z, of any length from 1e-100 to 1e100, a_j */
#define ASPERITY_VR_GEOMETRY_AXIS_J 141u

/* geometry.centerJ [1..3] [m]: Centre of the sphere, or a point on the axis of the cylinder, in the frame of body j, x/y/z, p_j */
#define ASPERITY_VR_GEOMETRY_CENTER_J 144u

/* geometry.contactRadiusI [m]: Equivalent radius of curvature of body i at the contact (geometry.pair = external), r_contact */
#define ASPERITY_VR_GEOMETRY_CONTACT_RADIUS_I 147u

/* geometry.contactRadiusJ [m]: Equivalent radius of curvature of body j at the contact (geometry.pair = external), r_contact */
#define ASPERITY_VR_GEOMETRY_CONTACT_RADIUS_J 148u

/* geometry.isFlatI, Boolean: The surface of body i is flat (geometry.pair = external) */
#define ASPERITY_VR_GEOMETRY_IS_FLAT_I 149u

/* geometry.isFlatJ, Boolean: The surface of body j is flat (geometry.pair = external) */
#define ASPERITY_VR_GEOMETRY_IS_FLAT_J 151u

/* geometry.point, enumeration: Point of action between two curved surfaces; on a plane it is the deepest point of the sphere */
#define ASPERITY_VR_GEOMETRY_POINT 157u

/* material.E_I [Pa]: Young's modulus of body i (compliance.source = materials), E */
#define ASPERITY_VR_MATERIAL_E_I 152u

/* material.nu_I [1]: Poisson's ratio of body i (compliance.source = materials), nu */
#define ASPERITY_VR_MATERIAL_NU_I 153u

/* material.E_J [Pa]: Young's modulus of body j (compliance.source = materials), E */
#define ASPERITY_VR_MATERIAL_E_J 154u

/* material.nu_J [1]: Poisson's ratio of body j (compliance.source = materials), nu */
#define ASPERITY_VR_MATERIAL_NU_J 155u

/* material.k_red [1]: Factor on the stiffness from materials, below 1 for faster simulation, k_red */
#define ASPERITY_VR_MATERIAL_K_RED 156u

/* ledger.track, Boolean: Integrate the energy ledger; false freezes its three states */
#define ASPERITY_VR_LEDGER_TRACK 150u

/* coupling.mode, enumeration: Integration of the motion inside a communication step (Model Exchange ignores all coupling parameters) */
#define ASPERITY_VR_COUPLING_MODE 170u

/* coupling.order, enumeration: Interval on which the importer applies the force of a step */
#define ASPERITY_VR_COUPLING_ORDER 171u

/* coupling.massSource, enumeration: Source of the inverse effective mass of the contact */
#define ASPERITY_VR_COUPLING_MASS_SOURCE 172u

/* coupling.massI [kg]: Mass of body i, mass centre at its frame origin, 0 for a fixed body, m_i */
#define ASPERITY_VR_COUPLING_MASS_I 173u

/* coupling.massJ [kg]: Mass of body j, mass centre at its frame origin, 0 for a fixed body, m_j */
#define ASPERITY_VR_COUPLING_MASS_J 174u

/* coupling.inertiaI [1..6] [kg.m2]: Inertia of body i about its mass centre, body axes xx/yy/zz/xy/xz/yz, positive definite or all 0 for a body that does not rotate, I_i */
#define ASPERITY_VR_COUPLING_INERTIA_I 175u

/* coupling.inertiaJ [1..6] [kg.m2]: Inertia of body j about its mass centre, body axes xx/yy/zz/xy/xz/yz, positive definite or all 0 for a body that does not rotate, I_j */
#define ASPERITY_VR_COUPLING_INERTIA_J 181u

/* coupling.maxMicroSteps, Integer: Upper limit of the number of micro-steps in one communication step; above it they become larger, and the steps of systems are refused */
#define ASPERITY_VR_COUPLING_MAX_MICRO_STEPS 187u

/* coupling.freeAccelerationSource, enumeration: Source of the acceleration without the contact force */
#define ASPERITY_VR_COUPLING_FREE_ACCELERATION_SOURCE 188u

/* coupling.verifyMass, Boolean: Correct massI and massJ by the measured response to a pulse before the first impact, or to that impact; false trusts them (coupling.massSource = input is always trusted) */
#define ASPERITY_VR_COUPLING_VERIFY_MASS 189u

/* coupling.method, enumeration: Contact model within a step (coupling.mode = interface) */
#define ASPERITY_VR_COUPLING_METHOD 200u

/* coupling.handBack, enumeration: Force of a step that the outputs return (coupling.mode = interface) */
#define ASPERITY_VR_COUPLING_HAND_BACK 230u

/* timeStepping.friction, enumeration: Friction law of the rigid contact (coupling.method = timeStepping); mu is friction.mu_C */
#define ASPERITY_VR_TIME_STEPPING_FRICTION 201u

/* timeStepping.sides, Integer: Number of sides of the polygon, even (timeStepping.friction = polygonal) */
#define ASPERITY_VR_TIME_STEPPING_SIDES 202u

/* timeStepping.k_T [N/m]: Tangential stiffness while sticking (timeStepping.friction = regularised), 0 for infinite, k_T */
#define ASPERITY_VR_TIME_STEPPING_K_T 203u

/* timeStepping.v_th [m/s]: Slip speed up to which the contact sticks (coupling.method = timeStepping), v_th */
#define ASPERITY_VR_TIME_STEPPING_V_TH 204u

/* timeStepping.impact, enumeration: Hypothesis of restitution of a rigid impact (coupling.method = timeStepping) */
#define ASPERITY_VR_TIME_STEPPING_IMPACT 205u

/* timeStepping.law, enumeration: Friction bound of the rigid contact (coupling.method = timeStepping) */
#define ASPERITY_VR_TIME_STEPPING_LAW 206u

/* Damping law of the normal force */
#define ASPERITY_COMPLIANCE_LAW_GONTHIER 1 /* Exact restitution for every e (Gonthier and others 2004, eqs. 4-11) */
#define ASPERITY_COMPLIANCE_LAW_ELASTIC 2 /* No damping: restitution 1 */
#define ASPERITY_COMPLIANCE_LAW_HUNT_CROSSLEY 3 /* Damping of Hunt and Crossley 1975: real restitution above e */
#define ASPERITY_COMPLIANCE_LAW_LANKARANI_NIKRAVESH 4 /* Damping of Lankarani and Nikravesh 1990: real restitution above e */
#define ASPERITY_COMPLIANCE_LAW_FLORES 5 /* Damping of Flores and others 2011 up to d_max: real restitution below e */
#define ASPERITY_COMPLIANCE_LAW_KELVIN_VOIGT 6 /* Linear spring and damper (p = 1): exact restitution for the effective mass compliance.m */
#define ASPERITY_COMPLIANCE_LAW_ITEMS 6 /* how many there are, from 1 on */

/* Source of stiffness and exponent */
#define ASPERITY_COMPLIANCE_SOURCE_STIFFNESS 1 /* compliance.k and compliance.p */
#define ASPERITY_COMPLIANCE_SOURCE_MATERIALS 2 /* Young's moduli, Poisson's ratios and radii after Hertz, p = 1.5 */
#define ASPERITY_COMPLIANCE_SOURCE_ITEMS 2 /* how many there are, from 1 on */

/* Law of the friction force */
#define ASPERITY_FRICTION_LAW_DWELL 1 /* Bristles with a dwell-time state (Gonthier and others 2004, eqs. 15-26) */
#define ASPERITY_FRICTION_LAW_NONE 2 /* No friction force */
#define ASPERITY_FRICTION_LAW_COULOMB 3 /* Regularised Coulomb friction with mu_C, as in Modia3D; creeps under load */
#define ASPERITY_FRICTION_LAW_ITEMS 3 /* how many there are, from 1 on */

/* Friction limit surface (Pang and Trinkle 1996) */
#define ASPERITY_FRICTION_MAP_ELLIPSOID 1 /* Ellipsoid of force and moment */
#define ASPERITY_FRICTION_MAP_POLYHEDRON 2 /* Polyhedron around the ellipsoid with friction.sides sides */
#define ASPERITY_FRICTION_MAP_MIXED 3 /* Circle of the force and interval of the moment */
#define ASPERITY_FRICTION_MAP_PLANES 4 /* Polyhedron of the planes that friction.planes of a system's file has */
#define ASPERITY_FRICTION_MAP_ITEMS 4 /* how many there are, from 1 on */

/* Source of the radius of spinning friction */
#define ASPERITY_SPIN_RADIUS_SOURCE_GIVEN 1 /* friction.e_r */
#define ASPERITY_SPIN_RADIUS_SOURCE_CONTACT_RADIUS 2 /* Contact area with the pressure of Hertz: 3*pi/16*sqrt(R_eff*x) */
#define ASPERITY_SPIN_RADIUS_SOURCE_ITEMS 2 /* how many there are, from 1 on */

/* Frame of the bristles */
#define ASPERITY_BRISTLE_FRAME_CONTACT 1 /* Contact frame */
#define ASPERITY_BRISTLE_FRAME_PAPER 2 /* World axes, as eq. 22 of Gonthier and others 2004 is printed */
#define ASPERITY_BRISTLE_FRAME_ITEMS 2 /* how many there are, from 1 on */

/* Limit of the bristle deflection */
#define ASPERITY_BRISTLE_LIMIT_LIMITED 1 /* Bound of the friction force */
#define ASPERITY_BRISTLE_LIMIT_PAPER 2 /* None, as eq. 22 of Gonthier and others 2004 is printed */
#define ASPERITY_BRISTLE_LIMIT_ITEMS 2 /* how many there are, from 1 on */

/* Contact geometry: computed by the importer or by the FMU */
#define ASPERITY_GEOMETRY_PAIR_EXTERNAL 1 /* Importer: penetration, relativeVelocity, contactNormal, contactPoint */
#define ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE 2 /* FMU: sphere on body i, plane on body j */
#define ASPERITY_GEOMETRY_PAIR_SPHERE_SPHERE 3 /* FMU: sphere on body i, sphere on body j */
#define ASPERITY_GEOMETRY_PAIR_SPHERE_IN_CYLINDER 4 /* FMU: sphere on body i inside a hollow cylinder of body j */
#define ASPERITY_GEOMETRY_PAIR_SPHERE_ON_CYLINDER 5 /* FMU: sphere on body i outside a cylinder of body j */
#define ASPERITY_GEOMETRY_PAIR_SPHERE_IN_SPHERE 6 /* FMU: sphere on body i inside a hollow sphere of body j */
#define ASPERITY_GEOMETRY_PAIR_ITEMS 6 /* how many there are, from 1 on */

/* Point of action between two curved surfaces */
#define ASPERITY_GEOMETRY_POINT_MIDDLE 1 /* Middle of the overlap, the same for both bodies */
#define ASPERITY_GEOMETRY_POINT_PAPER 2 /* Deepest point of the sphere of body i (Gonthier and others 2004, eq. 27) */
#define ASPERITY_GEOMETRY_POINT_ITEMS 2 /* how many there are, from 1 on */

/* Integration of the motion inside a communication step */
#define ASPERITY_COUPLING_MODE_KINEMATIC 1 /* The importer integrates the motion, the FMU only its own states */
#define ASPERITY_COUPLING_MODE_INTERFACE 2 /* The FMU integrates the motion of the contact point and returns the impulse */
#define ASPERITY_COUPLING_MODE_ITEMS 2 /* how many there are, from 1 on */

/* Interval on which the importer applies the force of a step */
#define ASPERITY_COUPLING_ORDER_SEQUENTIAL 1 /* The same interval: the FMU steps first */
#define ASPERITY_COUPLING_ORDER_PARALLEL 2 /* The next interval: all FMUs step at once */
#define ASPERITY_COUPLING_ORDER_DETECT 3 /* Detected from the response of the bodies to the first impulse; sequential if b is estimated */
#define ASPERITY_COUPLING_ORDER_ITEMS 3 /* how many there are, from 1 on */

/* Contact model within a step */
#define ASPERITY_COUPLING_METHOD_COMPLIANT 1 /* Compliant, integrated by micro-steps: the laws of compliance and friction */
#define ASPERITY_COUPLING_METHOD_TIME_STEPPING 2 /* Rigid, one complementarity problem per step (Peiret and others 2016) */
#define ASPERITY_COUPLING_METHOD_ITEMS 2 /* how many there are, from 1 on */

/* Friction law of the rigid contact */
#define ASPERITY_TIME_STEPPING_FRICTION_REGULARISED 1 /* Bristles while sticking, against the slip with a drift viscosity while sliding (Peiret and others 2016) */
#define ASPERITY_TIME_STEPPING_FRICTION_BOX 2 /* Bound mu*f_n for each of two components (Lacoursiere 2006) */
#define ASPERITY_TIME_STEPPING_FRICTION_POLYGONAL 3 /* Force in a regular polygon with its corners at mu*f_n (Anitescu and Potra 1997) */
#define ASPERITY_TIME_STEPPING_FRICTION_ITEMS 3 /* how many there are, from 1 on */

/* Hypothesis of restitution of a rigid impact */
#define ASPERITY_TIME_STEPPING_IMPACT_STRONGE 1 /* Energetic: restitution returns e^2 of the work of compression */
#define ASPERITY_TIME_STEPPING_IMPACT_POISSON 2 /* Kinetic: the impulse of restitution is e times that of compression */
#define ASPERITY_TIME_STEPPING_IMPACT_NEWTON 3 /* Kinematic: the separation speed is e times the approach speed, less where that would gain energy */
#define ASPERITY_TIME_STEPPING_IMPACT_ITEMS 3 /* how many there are, from 1 on */

/* Friction bound of the rigid contact */
#define ASPERITY_TIME_STEPPING_LAW_COULOMB 1 /* mu*f_n in any direction, f_n of the same step */
#define ASPERITY_TIME_STEPPING_LAW_PAPER 2 /* mu*f_n for each of two components, f_n of the step before, as eq. 12 of Peiret and others 2016 is printed */
#define ASPERITY_TIME_STEPPING_LAW_ITEMS 2 /* how many there are, from 1 on */

/* Source of the inverse effective mass of the contact */
#define ASPERITY_MASS_SOURCE_BODIES 1 /* Mass and inertia of the two bodies: coupling.massI to coupling.inertiaJ */
#define ASPERITY_MASS_SOURCE_INPUT 2 /* The input inverseMass, for articulated systems */
#define ASPERITY_MASS_SOURCE_ITEMS 2 /* how many there are, from 1 on */

/* Source of the acceleration without the contact force */
#define ASPERITY_FREE_ACCELERATION_SOURCE_INPUT 1 /* The input freeAcceleration */
#define ASPERITY_FREE_ACCELERATION_SOURCE_ESTIMATED 2 /* Measured change of v_r without that by the impulse of the FMU; only with coupling.order sequential or detect and coupling.method = compliant */
#define ASPERITY_FREE_ACCELERATION_SOURCE_ITEMS 2 /* how many there are, from 1 on */

/* Coefficient of restitution as a function of the impact speed */
#define ASPERITY_RESTITUTION_CURVE_CONSTANT 1 /* compliance.e at every speed */
#define ASPERITY_RESTITUTION_CURVE_LINEAR 2 /* compliance.e - compliance.alpha*v_i (Gonthier and others 2004, eq. 12) */
#define ASPERITY_RESTITUTION_CURVE_POWER 3 /* compliance.e up to compliance.v_ref, then compliance.e*(compliance.v_ref/v_i)^compliance.q */
#define ASPERITY_RESTITUTION_CURVE_TABLE 4 /* Linear between the points of compliance.tableSpeed and compliance.tableE, constant outside */
#define ASPERITY_RESTITUTION_CURVE_ITEMS 4 /* how many there are, from 1 on */

/* Force of a step that forceI, torqueI, forceJ and torqueJ return */
#define ASPERITY_HAND_BACK_MEAN 1 /* Mean, output derivatives 0: exact momentum if the importer holds it */
#define ASPERITY_HAND_BACK_LINE 2 /* Force at the start of the interval, its slope as output derivative: for importers that extrapolate from there */
#define ASPERITY_HAND_BACK_MEAN_AND_SLOPE 3 /* Mean, its slope about the middle of the interval as output derivative */
#define ASPERITY_HAND_BACK_TWO_STEP 4 /* Means that give momentum and position of the contact two steps later, output derivatives 0 */
#define ASPERITY_HAND_BACK_ITEMS 4 /* how many there are, from 1 on */

#endif
