// A model of MuJoCo from its text, with its data.
#ifndef BENCH_MUJOCO_HPP
#define BENCH_MUJOCO_HPP

#include <mujoco/mujoco.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

struct Loaded {
    mjModel *model = nullptr;
    mjData *data = nullptr;

    explicit Loaded(const std::string &xml)
    {
        mjVFS files;
        char error[512] = "";
        mj_defaultVFS(&files);
        mj_addBufferVFS(&files, "scene.xml", xml.data(), static_cast<int>(xml.size()));
        model = mj_loadXML("scene.xml", &files, error, sizeof error);
        mj_deleteVFS(&files);
        if (model == nullptr) throw std::runtime_error(error);
        data = mj_makeData(model);
    }
    Loaded(const Loaded &) = delete;
    Loaded &operator=(const Loaded &) = delete;
    ~Loaded()
    {
        mj_deleteData(data);
        mj_deleteModel(model);
    }
};

// A constructor that answers NULL instead of throwing into C.
template <class Make> void *guarded(Make make)
{
    try {
        return make();
    } catch (const std::exception &fault) {
        std::fprintf(stderr, "bench: MuJoCo: %s\n", fault.what());
        return nullptr;
    }
}

#endif
