#!/usr/bin/env python3
"""Drake in one scene, steered by drake.c: its own process, as the wheel has no headers.

Usage: drake_worker.py STEP BODIES SHAPE CORNERS SIZE GX GY GZ FRICTION DISSIPATION
Reads 3 doubles for each corner of a mesh and 13 for each body, its motion at the start (bench/scene.h), then numbers
of steps (int64); answers each with the processor time that they took [s] and the motion of all bodies.
"""

import logging
import os
import sys
import time

sys.path.insert(0, os.environ["BENCH_DRAKE"])

import numpy as np
from pydrake.geometry import (
    AddCompliantHydroelasticProperties,
    AddContactMaterial,
    AddRigidHydroelasticProperties,
    Box,
    Convex,
    HalfSpace,
    ProximityProperties,
    Sphere,
)
from pydrake.math import RigidTransform
from pydrake.multibody.plant import AddMultibodyPlantSceneGraph, CoulombFriction
from pydrake.multibody.tree import SpatialInertia, UnitInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

# Two equal surfaces make half of it: 1e5 N/m, an impact of 10 ms.
POINT_STIFFNESS = 2e5
# Of cubes and meshes [Pa]; the ground is rigid.
MODULUS = 1e7
# Numbers that Drake has for a free body: quaternion, position; angular velocity, velocity.
POSITIONS, VELOCITIES = 7, 6


def main():
    # that half-spaces know no deformable bodies
    logging.getLogger("drake").setLevel(logging.ERROR)
    step, bodies, shape, corners, size, *gravity, friction, dissipation = map(float, sys.argv[1:])
    bodies, corners = int(bodies), int(corners)
    # as SceneShape of scenes.h
    is_sphere, is_mesh = shape == 0, shape == 2
    builder = DiagramBuilder()
    plant, _ = AddMultibodyPlantSceneGraph(builder, time_step=step)
    plant.mutable_gravity_field().set_gravity_vector(gravity)

    def surface(is_ground):
        properties = ProximityProperties()
        stiffness = {"point_stiffness": POINT_STIFFNESS} if is_sphere else {}
        AddContactMaterial(
            dissipation=dissipation, friction=CoulombFriction(friction, friction), properties=properties, **stiffness
        )
        if not is_sphere:
            if is_ground:
                AddRigidHydroelasticProperties(properties=properties)
            else:
                AddCompliantHydroelasticProperties(2 * size, MODULUS, properties)
        return properties

    plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "ground", surface(True))
    places = np.frombuffer(sys.stdin.buffer.read(8 * 3 * corners)).reshape(corners, 3)
    if is_sphere:
        solid = Sphere(size)
    else:
        solid = Convex(places.T, "mesh") if is_mesh else Box(2 * size, 2 * size, 2 * size)
    inertia = UnitInertia.SolidSphere(size) if is_sphere or is_mesh else UnitInertia.SolidCube(2 * size)
    for k in range(bodies):
        body = plant.AddRigidBody(f"b{k}", SpatialInertia(1.0, np.zeros(3), inertia))
        plant.RegisterCollisionGeometry(body, RigidTransform(), solid, f"g{k}", surface(False))
    plant.Finalize()
    diagram = builder.Build()
    simulator = Simulator(diagram)
    context = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())

    start = np.frombuffer(sys.stdin.buffer.read(8 * 13 * bodies)).reshape(bodies, 13)
    q = np.concatenate([start[:, 3:7], start[:, 0:3]], axis=1)
    v = np.concatenate([start[:, 10:13], start[:, 7:10]], axis=1)
    plant.SetPositionsAndVelocities(context, np.concatenate([q.ravel(), v.ravel()]))
    simulator.Initialize()

    done = 0
    while command := sys.stdin.buffer.read(8):
        done += int(np.frombuffer(command, np.int64)[0])
        before = time.thread_time()
        simulator.AdvanceTo(done * step)
        seconds = time.thread_time() - before
        state = plant.GetPositionsAndVelocities(context)
        q = state[: POSITIONS * bodies].reshape(bodies, POSITIONS)
        v = state[POSITIONS * bodies :].reshape(bodies, VELOCITIES)
        motion = np.concatenate([q[:, 4:7], q[:, 0:4], v[:, 3:6], v[:, 0:3]], axis=1)
        sys.stdout.buffer.write(np.float64(seconds).tobytes() + motion.tobytes())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
