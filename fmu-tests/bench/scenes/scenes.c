#include "scenes.h"

#include <math.h>
#include <stdlib.h>

/* Parts of an edge of the octahedron, each of whose 8 faces becomes DIVIDED^2 triangles. */
enum { ROW = 32, DIVIDED = 4, CORNERS = 4 * DIVIDED * DIVIDED + 2 };

/* cos 15 degrees and sin 15 degrees times 9.81: the slope is gravity's. */
#define SLOPE_ALONG 2.5390148
#define SLOPE_DOWN 9.4757324
#define RADIUS 0.1
#define HALF 0.1
#define DROP_HEIGHT 0.5

static Pose at(double x, double y, double z)
{
    Pose pose = {{x, y, z}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    return pose;
}

static Pose dropped(int body)
{
    (void)body;
    return at(0, 0, RADIUS + DROP_HEIGHT);
}

/* In rows that move as one, so that none meets another: they slide along x and roll in the end. */
static Pose thrown(int body)
{
    int row = body / ROW;
    Pose pose = at(body % ROW, row, RADIUS);
    pose.velocity[0] = 0.5 + 0.5 * row / (ROW - 1);
    return pose;
}

/* Exactly one on the other, each a little aside. */
static Pose stacked(int body)
{
    static const double aside[][2] = {{0, 0}, {0.004, -0.002}, {-0.003, 0.003}, {0.002, 0}, {0, -0.002}};
    const double *xy = aside[body % 5];
    return at(xy[0], xy[1], HALF * (2 * body + 1));
}

static Pose on_slope(int body)
{
    (void)body;
    return at(0, 0, HALF);
}

/* Standing on a corner, in directions between those in which it would roll on from corner to corner and balance. */
static Pose rolled(int body)
{
    const double direction = 0.07 * (body + 1);
    Pose pose = at(0, 2 * body, RADIUS);
    pose.velocity[0] = 0.4 * cos(direction);
    pose.velocity[1] = 0.4 * sin(direction);
    return pose;
}

static double mesh[3 * CORNERS];

/* Of the octahedron |x| + |y| + |z| = DIVIDED the places of whole numbers, thrown onto the sphere. */
static void make_mesh(void)
{
    double *next = mesh;
    for (int x = -DIVIDED; x <= DIVIDED; ++x) {
        const int left = DIVIDED - abs(x);
        for (int y = -left; y <= left; ++y) {
            const int z = left - abs(y);
            const double by = RADIUS / sqrt(x * x + y * y + z * z);
            for (int sign = z > 0 ? -1 : 1; sign <= 1; sign += 2) {
                *next++ = by * x;
                *next++ = by * y;
                *next++ = by * sign * z;
            }
        }
    }
}

static const Scene all[] = {
    {"drop", 1, SPHERES, RADIUS, {0, 0, -GRAVITY}, 0.4, 0.5, 1, 2.5, 3, dropped, 0, NULL},
    {"spheres", 1000, SPHERES, RADIUS, {0, 0, -GRAVITY}, 0.4, 0, 1000, 0.5, 1, thrown, 0, NULL},
    {"stack", 10, CUBES, HALF, {0, 0, -GRAVITY}, 0.4, 0, 10, 2, 10, stacked, 0, NULL},
    {"slope", 1, CUBES, HALF, {SLOPE_ALONG, 0, -SLOPE_DOWN}, 0.4, 0, 1, 2, 10, on_slope, 0, NULL},
    {"mesh", 10, MESHES, RADIUS, {0, 0, -GRAVITY}, 0.4, 0, 10, 8, 12, rolled, CORNERS, mesh},
};

const Scene *scenes(size_t *count)
{
    make_mesh();
    *count = sizeof all / sizeof *all;
    return all;
}
