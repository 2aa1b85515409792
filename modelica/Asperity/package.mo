within ;
package Asperity "Frictional contact between bodies: exact restitution, bristle friction with dwell time"
  import SI = Modelica.Units.SI;

  class Contact "Parameters of a contact, kept by the C library"
    extends ExternalObject;

    function constructor "Parameters by the names of the FMU's variables, in SI units"
      input String pair "geometry.pair: spherePlane, sphereSphere, sphereInCylinder, ...";
      input String names[:] "Names such as compliance.e";
      input Real values[size(names, 1)] "Their values";
      output Contact contact;
    external "C" contact = asperity_modelica_create(pair, names, values, size(names, 1)) annotation(
        Include = "#include \"asperity_modelica.h\"",
        IncludeDirectory = "modelica://Asperity/Resources/Include",
        Library = "asperity");
    end constructor;

    function destructor "Frees them"
      input Contact contact;
    external "C" asperity_modelica_free(contact) annotation(
        Include = "#include \"asperity_modelica.h\"",
        IncludeDirectory = "modelica://Asperity/Resources/Include",
        Library = "asperity");
    end destructor;
  end Contact;

  function evaluate "Outputs and rates of the states of one contact"
    input Contact contact;
    input Real inputs[36] "As asperity_inputs in asperity.h";
    input Real latch[3] "Contact, approach speed, damping";
    input Real state[8] "Bristles, dwell state, energies";
    output Real outputs[31] "As asperity_outputs in asperity.h";
    output Real rates[8] "States by time";
  external "C" asperity_modelica_evaluate(contact, inputs, latch, state, outputs, rates) annotation(
      Include = "#include \"asperity_modelica.h\"",
      IncludeDirectory = "modelica://Asperity/Resources/Include",
      Library = "asperity");
  end evaluate;

  function latched "The latch after contact is made or lost"
    input Contact contact;
    input Real inputs[36] "As asperity_inputs in asperity.h";
    input Real before[3];
    output Real after[3];
  external "C" asperity_modelica_latch(contact, inputs, before, after) annotation(
      Include = "#include \"asperity_modelica.h\"",
      IncludeDirectory = "modelica://Asperity/Resources/Include",
      Library = "asperity");
  end latched;

  function motion "Motion of a frame as asperity_body in asperity.h has it"
    input Modelica.Mechanics.MultiBody.Frames.Orientation R "World to frame";
    input SI.Position r[3] "Origin in world axes";
    input SI.Velocity v[3] "Its velocity in world axes";
    output Real body[13];
  protected
    Real Q[4] = Modelica.Mechanics.MultiBody.Frames.to_Q(R) "Vector, then scalar";
  algorithm
    body := cat(1, r, {Q[4], Q[1], Q[2], Q[3]}, v, Modelica.Mechanics.MultiBody.Frames.angularVelocity1(R));
  end motion;

  partial model PartialContact "Contact between body i at frame_a and body j at frame_b"
    parameter Real k(final unit = "N/m1.5", min = 0) = 1e6 "Stiffness of f_n = k*x^1.5";
    parameter Real e(min = 0.001, max = 1) = 0.7 "Coefficient of restitution";
    parameter Real mu_S(min = 0) = 0.5 "Static friction coefficient";
    parameter Real mu_C(min = 0) = 0.4 "Kinetic friction coefficient";
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame_a "Body i" annotation(
      Placement(transformation(extent = {{-116, -16}, {-84, 16}})));
    Modelica.Mechanics.MultiBody.Interfaces.Frame_b frame_b "Body j" annotation(
      Placement(transformation(extent = {{84, -16}, {116, 16}})));
    SI.Velocity v_a[3] = der(frame_a.r_0) "Velocity of body i";
    SI.Velocity v_b[3] = der(frame_b.r_0) "Velocity of body j";
    Real inputs[36] "What the contact sees";
    Real state[8](each start = 0, each fixed = true) "Bristles, dwell state, energies";
    discrete Real latch[3](each start = 0, each fixed = true) "Contact, approach speed, damping";
    Real outputs[31] "Wrenches and what they follow from";
    Real rates[8] "States by time";
    SI.Force normalForce = outputs[13] "Normal force";
    SI.Length gap = outputs[20] "Distance of the surfaces, negative while they overlap";
    SI.Velocity approach = outputs[31] "Penetration by time";
  protected
    Contact contact;
  equation
    inputs = cat(1, {0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, motion(frame_a.R, frame_a.r_0, v_a), motion(frame_b.R, frame_b.r_0, v_b));
    (outputs, rates) = evaluate(contact, inputs, latch, state);
    der(state) = rates;
    when {initial(), gap < 0, gap > 0, approach > 2*pre(latch[2])} then
      latch = latched(contact, inputs, pre(latch));
    end when;
    frame_a.f = -Modelica.Mechanics.MultiBody.Frames.resolve2(frame_a.R, outputs[1:3]);
    frame_a.t = -Modelica.Mechanics.MultiBody.Frames.resolve2(frame_a.R, outputs[4:6]);
    frame_b.f = -Modelica.Mechanics.MultiBody.Frames.resolve2(frame_b.R, outputs[7:9]);
    frame_b.t = -Modelica.Mechanics.MultiBody.Frames.resolve2(frame_b.R, outputs[10:12]);
  end PartialContact;

  model SpherePlane "A ball at frame_a on a plane at frame_b"
    parameter SI.Radius radius = 0.1 "Radius of the ball, its centre in frame_a";
    parameter Real n[3] = {0, 0, 1} "Normal of the plane in frame_b, of any length from 1e-100 to 1e100";
    parameter SI.Position height = 0 "Distance of the plane from the origin of frame_b along its normal";
    extends PartialContact(contact = Contact("spherePlane", {"compliance.k", "compliance.e", "friction.mu_S", "friction.mu_C", "geometry.radiusI", "geometry.normalJ[1]", "geometry.normalJ[2]", "geometry.normalJ[3]", "geometry.heightJ"}, {k, e, mu_S, mu_C, radius, n[1], n[2], n[3], height}));
    annotation(
      Icon(graphics = {Rectangle(extent = {{-100, -60}, {100, -40}}, fillPattern = FillPattern.Solid), Ellipse(extent = {{-40, -40}, {40, 40}}), Text(extent = {{-150, 90}, {150, 60}}, textString = "%name")}));
  end SpherePlane;

  model SphereSphere "A ball at frame_a against a ball at frame_b"
    parameter SI.Radius radius_a = 0.1 "Radius of the ball at frame_a";
    parameter SI.Radius radius_b = 0.1 "Radius of the ball at frame_b";
    extends PartialContact(contact = Contact("sphereSphere", {"compliance.k", "compliance.e", "friction.mu_S", "friction.mu_C", "geometry.radiusI", "geometry.radiusJ"}, {k, e, mu_S, mu_C, radius_a, radius_b}));
    annotation(
      Icon(graphics = {Ellipse(extent = {{-70, -35}, {0, 35}}), Ellipse(extent = {{0, -35}, {70, 35}}), Text(extent = {{-150, 90}, {150, 60}}, textString = "%name")}));
  end SphereSphere;

  model FrameOfFMU "Between a frame and the Asperity FMU that the tool has imported"
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame "Body i or j" annotation(
      Placement(transformation(extent = {{-116, -16}, {-84, 16}})));
    Modelica.Blocks.Interfaces.RealOutput position[3] "To positionI or positionJ" annotation(
      Placement(transformation(extent = {{100, 70}, {120, 90}})));
    Modelica.Blocks.Interfaces.RealOutput orientation[4] "To orientationI or orientationJ" annotation(
      Placement(transformation(extent = {{100, 40}, {120, 60}})));
    Modelica.Blocks.Interfaces.RealOutput velocity[3] "To velocityI or velocityJ" annotation(
      Placement(transformation(extent = {{100, 10}, {120, 30}})));
    Modelica.Blocks.Interfaces.RealOutput angularVelocity[3] "To angularVelocityI or angularVelocityJ" annotation(
      Placement(transformation(extent = {{100, -20}, {120, 0}})));
    Modelica.Blocks.Interfaces.RealInput force[3] "From forceI or forceJ" annotation(
      Placement(transformation(extent = {{140, -60}, {100, -20}})));
    Modelica.Blocks.Interfaces.RealInput torque[3] "From torqueI or torqueJ" annotation(
      Placement(transformation(extent = {{140, -100}, {100, -60}})));
  protected
    Real body[13] = motion(frame.R, frame.r_0, der(frame.r_0));
  equation
    position = body[1:3];
    orientation = body[4:7];
    velocity = body[8:10];
    angularVelocity = body[11:13];
    frame.f = -Modelica.Mechanics.MultiBody.Frames.resolve2(frame.R, force);
    frame.t = -Modelica.Mechanics.MultiBody.Frames.resolve2(frame.R, torque);
    annotation(
      Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}), Text(extent = {{-90, 30}, {90, -30}}, textString = "FMU"), Text(extent = {{-150, 150}, {150, 110}}, textString = "%name")}));
  end FrameOfFMU;

  package Examples "Examples"
    extends Modelica.Icons.ExamplesPackage;

    model BouncingBall "A ball of 1 kg falls from half a metre"
      extends Modelica.Icons.Example;
      inner Modelica.Mechanics.MultiBody.World world(n = {0, 0, -1});
      Modelica.Mechanics.MultiBody.Parts.Body ball(m = 1, r_CM = {0, 0, 0}, I_11 = 0.004, I_22 = 0.004, I_33 = 0.004, r_0(start = {0, 0, 0.6}, each fixed = true), v_0(each fixed = true));
      SpherePlane floor(radius = 0.1, k = 1e6, e = 0.7);
    equation
      connect(ball.frame_a, floor.frame_a);
      connect(world.frame_b, floor.frame_b);
      annotation(
        experiment(StopTime = 2, Tolerance = 1e-8, Interval = 1e-3));
    end BouncingBall;
  end Examples;
  annotation(
    uses(Modelica(version = "4.0.0")),
    Icon(graphics = {Rectangle(extent = {{-100, -80}, {100, -40}}, fillPattern = FillPattern.Solid), Ellipse(extent = {{-50, -40}, {50, 60}})}));
end Asperity;
