"""Each binary of a unit as LIEF reads it: what it asks of a system, what it gives to a host, and nothing of its maker.

A platform that the FMU has no binary for is skipped. Every list is literal, so that a change of compiler, of linker
or of the unit which asks more of the system is seen. Sources: System V gABI and its GNU extensions for ELF, Microsoft's
PE format, Apple's <mach-o/loader.h> and <kern/cs_blobs.h>.
"""

import hashlib
import io
import re
import struct
from pathlib import Path

import pytest

lief = pytest.importorskip("lief", reason="installed by fmu-tests/platforms/run")

HEADER = Path(__file__).resolve().parents[1] / "c-client" / "fmi2.h"
ELF, PE, MACHO = ("linux64", "aarch64-linux"), ("win64",), ("darwin64", "aarch64-darwin")
EXTENSION = {**dict.fromkeys(ELF, "so"), **dict.fromkeys(PE, "dll"), **dict.fromkeys(MACHO, "dylib")}
READER = {"so": lief.ELF.parse, "dll": lief.PE.parse, "dylib": lief.MachO.parse}

LIBRARIES = {
    # the loader is where x86-64 has __tls_get_addr; AArch64 has its counterpart inside the C library's start-up code
    "linux64": {"libc.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2"},
    "aarch64-linux": {"libc.so.6", "libpthread.so.0", "libdl.so.2"},
    "win64": {"KERNEL32.dll", "ntdll.dll", "msvcrt.dll", "api-ms-win-core-synch-l1-2-0.dll"},
    "darwin64": {"/usr/lib/libSystem.B.dylib"},
    "aarch64-darwin": {"/usr/lib/libSystem.B.dylib"},
}
# Oldest system: glibc of the newest symbol version asked for (2.14 for memcpy on x86-64; 2.17 is the first of AArch64),
# and the system that the load commands of a dylib name. Both may be no newer than what the packer promises.
GLIBC = {"linux64": (2, 14), "aarch64-linux": (2, 17)}
PROMISED_GLIBC = (2, 17)
PROMISED_MACOS = {"darwin64": [10, 12, 0], "aarch64-darwin": [11, 0, 0]}
# The API set with WaitOnAddress is new in Windows 8; all else is in Windows Vista or older.
API_SET_OF_WINDOWS_8 = "api-ms-win-core-synch-l1-2-0.dll"

ELF_IMPORTS = set(
    # memory and strings; memmove: lists that are cut or joined; memcmp: names that are kept in order
    "malloc calloc realloc free posix_memalign memcpy memmove memset bcmp memcmp strlen"
    # the text of a panic, and of an unwinder that gives up
    " write fprintf fwrite fflush snprintf stderr abort __errno_location"
    # unwinding: the tables of the loaded libraries, and a lock around what is known of them
    " dl_iterate_phdr dladdr pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock"
    # start values that a unit was packed with
    " open64 read close"
    # Rust's locks (futex) and functions that a system may have or not
    " syscall dlsym".split()
)
ELF_IMPORTS_OF = {
    "linux64": ELF_IMPORTS | {"__tls_get_addr"},
    # whether the processor has atomic instructions beyond ARMv8.0
    "aarch64-linux": ELF_IMPORTS | {"getauxval"},
}
WINDOWS_IMPORTS = {
    "KERNEL32.dll": set(
        # memory
        "GetProcessHeap HeapAlloc HeapReAlloc HeapFree"
        # the text of a panic to a console or a file
        " GetStdHandle GetConsoleMode GetConsoleOutputCP WriteConsoleW MultiByteToWideChar"
        " GetLastError SetLastError"
        # where a panic came from, if RUST_BACKTRACE asks: the loaded libraries and their debug information
        " GetEnvironmentVariableW GetCurrentDirectoryW GetFullPathNameW CreateFileW CreateFileMappingA MapViewOfFile"
        " UnmapViewOfFile GetFileInformationByHandle GetFileInformationByHandleEx CreateToolhelp32Snapshot"
        " Module32FirstW Module32NextW GetCurrentProcess DuplicateHandle CloseHandle"
        # what Rust's files can beside being read: the start values that a unit was packed with
        " SetFileInformationByHandle SetFileTime"
        # unwinding
        " RaiseException RtlCaptureContext RtlLookupFunctionEntry RtlVirtualUnwind RtlUnwindEx"
        # what is done once, the lock of a backtrace, a pause at start-up
        " InitOnceBeginInitialize InitOnceComplete WaitForSingleObject Sleep"
        # what belongs to a thread
        " TlsAlloc TlsFree TlsGetValue TlsSetValue GetCurrentThreadId"
        # start-up of mingw-w64: relocation, its lock
        " VirtualProtect VirtualQuery InitializeCriticalSection EnterCriticalSection LeaveCriticalSection"
        " DeleteCriticalSection".split()
    ),
    # reading and writing by a file handle, as Rust does
    "ntdll.dll": {"NtReadFile", "NtWriteFile", "RtlNtStatusToDosError"},
    # C library: Rust's needs, then start-up of mingw-w64 and its messages
    "msvcrt.dll": set(
        "memcpy memmove memset memcmp strlen ceil"
        " calloc realloc free abort strncmp fwrite vfprintf __iob_func _amsg_exit _initterm _lock _unlock".split()
    ),
    # Rust's locks
    API_SET_OF_WINDOWS_8: {"WaitOnAddress", "WakeByAddressAll", "WakeByAddressSingle"},
}
MACOS_IMPORTS = set(
    # memory and strings; LLVM fills arrays of numbers with memset_pattern16, of libSystem since Mac OS X 10.5
    "_malloc _calloc _realloc _free _posix_memalign _memcpy _memmove _memset _memset_pattern16 _memcmp _strlen"
    # start values that a unit was packed with
    " _read"
    # the text of a panic
    " _write _writev _abort ___error _strerror_r"
    # where a panic came from, if RUST_BACKTRACE asks: the loaded libraries and their debug information
    " _getenv _getcwd _open _mmap _munmap _closedir _dirfd __dyld_image_count __dyld_get_image_name"
    " __dyld_get_image_header __dyld_get_image_vmaddr_slide"
    # unwinding
    " __Unwind_Backtrace __Unwind_DeleteException __Unwind_GetDataRelBase __Unwind_GetIP __Unwind_GetIPInfo"
    " __Unwind_GetLanguageSpecificData __Unwind_GetRegionStart __Unwind_GetTextRelBase __Unwind_RaiseException"
    " __Unwind_Resume __Unwind_SetGR __Unwind_SetIP"
    # Rust's locks
    " _dispatch_release _dispatch_semaphore_create _dispatch_semaphore_signal _dispatch_semaphore_wait"
    " _pthread_mutex_init _pthread_mutex_destroy _pthread_mutex_lock _pthread_mutex_unlock _pthread_mutexattr_init"
    " _pthread_mutexattr_settype _pthread_mutexattr_destroy _pthread_threadid_np"
    # what belongs to a thread; functions that are looked up when they are first called
    " __tlv_atexit __tlv_bootstrap dyld_stub_binder".split()
)
MACOS_IMPORTS_OF = {
    # names with a suffix are the ones with inodes of 64 bits, which AArch64 always had
    "darwin64": MACOS_IMPORTS
    | {"___bzero", "_opendir$INODE64", "_readdir_r$INODE64", "_fstat$INODE64", "_close$NOCANCEL"},
    "aarch64-darwin": MACOS_IMPORTS | {"_bzero", "_opendir", "_readdir_r", "_fstat", "_close"},
}
# the list of exports does not reach zig's linker for macOS: Rust's own two, and the two every dylib has by its format
MACOS_MORE_EXPORTS = {"_rust_eh_personality", "__mh_dylib_header", "___dso_handle"}
RUST_SYMBOL = re.compile(r"__RNvNtCs[0-9A-Za-z]+_3std9panicking11EMPTY_PANIC")

# Folders of a user or of a tool, whichever machine packed.
MAKER = re.compile(
    rb"/(home|root|Users|private|opt|mnt|srv|tmp)/|[A-Za-z]:[\\/](Users|Windows)"
    rb"|\.cargo|\.rustup|registry[\\/]src|site-packages|ziglang|zigbuild|zigcc|mingw-w64-"
)


def functions():
    """Names of FMI 2.0.5's functions, from the list of the C client."""
    names = {f"fmi2{name}" for name in re.findall(r"^ +F\([^,()]+, (\w+), \(", HEADER.read_text(), re.MULTILINE)}
    assert len(names) == 44
    return names


def load(read_binary, platform):
    path = f"binaries/{platform}/Asperity.{EXTENSION[platform]}"
    data = read_binary(path)
    if data is None:
        pytest.skip(f"the unit has no {path}")
    return data


def parse(read_binary, platform):
    binary = READER[EXTENSION[platform]](io.BytesIO(load(read_binary, platform)))
    assert binary is not None
    if platform in MACHO:
        assert binary.size == 1, "not one architecture"
        return binary.at(0)
    return binary


def on(*platforms):
    return pytest.mark.parametrize("platform", platforms)


@on(*EXTENSION)
def test_nothing_of_the_machine_that_packed(read_binary, platform):
    data = load(read_binary, platform)
    found = [data[max(0, at.start() - 30) : at.end() + 60] for at in MAKER.finditer(data)]
    assert found == []
    wide = data.replace(b"\0", b"")
    for folder in (Path.home(), Path(__file__).resolve().parents[2]):
        assert len(folder.parts) < 2 or str(folder).encode() + b"/" not in wide


def glibc_versions(binary):
    names = [name.name for needed in binary.symbols_version_requirement for name in needed.get_auxiliary_symbols()]
    assert names and all(re.fullmatch(r"GLIBC_[\d.]+", name) for name in names), names
    return sorted(tuple(map(int, name.removeprefix("GLIBC_").split("."))) for name in names)


@on(*EXTENSION)
def test_size_is_what_the_documentation_says(read_binary, platform):
    """Within 10 %: it changes with every commit, and a third more is what somebody who has little memory wants to know."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "platforms.md").read_text()
    said = float(re.search(rf"^\| `{platform}` \|.*?\| (\d+) kB \|", page, re.M)[1])
    assert len(load(read_binary, platform)) / 1000 == pytest.approx(said, rel=0.1)


@on(*ELF)
def test_elf_format_and_oldest_system(read_binary, tell, platform):
    binary = parse(read_binary, platform)
    machine = {"linux64": lief.ELF.ARCH.X86_64, "aarch64-linux": lief.ELF.ARCH.AARCH64}[platform]
    assert binary.header.machine_type == machine
    assert binary.header.identity_class == lief.ELF.Header.CLASS.ELF64
    assert binary.header.file_type == lief.ELF.Header.FILE_TYPE.DYN
    assert not binary.has_interpreter
    newest = glibc_versions(binary)[-1]
    kilobytes = len(load(read_binary, platform)) / 1000
    oldest = ".".join(map(str, newest))
    tell(platform, f"{kilobytes:.0f} kB, glibc {oldest} or newer: {', '.join(sorted(binary.libraries))}")
    assert newest == GLIBC[platform] and newest <= PROMISED_GLIBC
    assert sorted(binary.libraries) == sorted(LIBRARIES[platform])


@on(*ELF)
def test_elf_imports_and_exports(read_binary, platform):
    binary = parse(read_binary, platform)
    named = [symbol for symbol in binary.dynamic_symbols if symbol.name]
    assert {symbol.name for symbol in named if symbol.shndx == 0} == ELF_IMPORTS_OF[platform]
    assert sorted(symbol.name for symbol in named if symbol.shndx != 0) == sorted(functions())


@on(*ELF)
def test_elf_stays_resident_and_is_hardened(read_binary, platform):
    binary = parse(read_binary, platform)
    tag = lief.ELF.DynamicEntry.TAG
    entries = {entry.tag: entry for entry in binary.dynamic_entries}
    # DF_1_NOW = 1, DF_1_NODELETE = 8 of DT_FLAGS_1; DF_TEXTREL = 4, DF_BIND_NOW = 8 of DT_FLAGS
    assert entries[tag.FLAGS_1].value == 0x1 | 0x8
    assert entries[tag.FLAGS].value == 0x8
    assert not {tag.TEXTREL, tag.RPATH, tag.RUNPATH, tag.SONAME} & set(entries)
    kind, flag = lief.ELF.Segment.TYPE, lief.ELF.Segment.FLAGS
    kinds = [segment.type for segment in binary.segments]
    assert kind.GNU_RELRO in kinds and kind.GNU_STACK in kinds
    for segment in binary.segments:
        assert not (flag.X in segment.flags and flag.W in segment.flags)
        assert not (segment.type == kind.GNU_STACK and flag.X in segment.flags)
    assert len(binary.symtab_symbols) == 0
    assert not [section.name for section in binary.sections if section.name.startswith((".debug", ".symtab"))]


@on(*PE)
def test_pe_format_and_oldest_system(read_binary, tell, platform):
    binary = parse(read_binary, platform)
    assert binary.header.machine == lief.PE.Header.MACHINE_TYPES.AMD64
    # IMAGE_FILE_EXECUTABLE_IMAGE = 2, LARGE_ADDRESS_AWARE = 0x20, DLL = 0x2000
    assert binary.header.characteristics & 0x2022 == 0x2022
    optional = binary.optional_header
    needed = [library.name for library in binary.imports]
    kilobytes = len(load(read_binary, platform)) / 1000
    tell(platform, f"{kilobytes:.0f} kB, Windows 8 or newer: {', '.join(sorted(needed))}")
    assert (optional.major_subsystem_version, optional.minor_subsystem_version) == (5, 2)
    assert sorted(needed) == sorted(LIBRARIES[platform])
    assert API_SET_OF_WINDOWS_8 in needed and len(binary.delay_imports) == 0


@on(*PE)
def test_pe_imports_and_exports(read_binary, platform):
    binary = parse(read_binary, platform)
    imported = {library.name: {entry.name for entry in library.entries} for library in binary.imports}
    assert imported == WINDOWS_IMPORTS
    assert not [entry.name for library in binary.imports for entry in library.entries if entry.is_ordinal]
    exports = binary.get_export()
    assert sorted(entry.name for entry in exports.entries) == sorted(functions())
    assert not [entry.name for entry in exports.entries if entry.is_forwarded]
    assert exports.name.lower() == "asperity.dll"


@on(*PE)
def test_pe_is_hardened_and_has_no_time(read_binary, platform):
    binary = parse(read_binary, platform)
    # IMAGE_DLLCHARACTERISTICS_HIGH_ENTROPY_VA = 0x20, DYNAMIC_BASE = 0x40, NX_COMPAT = 0x100
    assert binary.optional_header.dll_characteristics == 0x160
    assert binary.has_relocations
    assert binary.header.time_date_stamps == 0 and binary.get_export().timestamp == 0
    assert {library.timedatestamp for library in binary.imports} == {0}
    assert not binary.has_debug and binary.header.numberof_symbols == 0
    # IMAGE_SCN_MEM_EXECUTE = 0x2000_0000, IMAGE_SCN_MEM_WRITE = 0x8000_0000
    both = 0xA000_0000
    assert not [section.name for section in binary.sections if section.characteristics & both == both]


def commands(binary):
    return [command.command for command in binary.commands]


@on(*MACHO)
def test_macho_format_and_oldest_system(read_binary, tell, platform):
    binary = parse(read_binary, platform)
    cpu = {"darwin64": lief.MachO.Header.CPU_TYPE.X86_64, "aarch64-darwin": lief.MachO.Header.CPU_TYPE.ARM64}
    assert binary.header.cpu_type == cpu[platform]
    assert binary.header.file_type == lief.MachO.Header.FILE_TYPE.DYLIB
    oldest = binary.build_version.minos if binary.has_build_version else binary.version_min.version[:3]
    needed = [str(library.name) for library in binary.libraries][1:]
    kilobytes = len(load(read_binary, platform)) / 1000
    tell(platform, f"{kilobytes:.0f} kB, macOS {oldest[0]}.{oldest[1]} or newer: {', '.join(needed)}")
    assert needed == sorted(LIBRARIES[platform])
    if binary.has_build_version:
        assert binary.build_version.platform == lief.MachO.BuildVersion.PLATFORMS.MACOS
    assert list(oldest) <= PROMISED_MACOS[platform]


@on(*MACHO)
def test_macho_imports_and_exports(read_binary, platform):
    binary = parse(read_binary, platform)
    assert {symbol.name for symbol in binary.imported_symbols} == MACOS_IMPORTS_OF[platform]
    # the number of the library in n_desc: two-level namespace, no look-up in whatever else is loaded (0xFE, 0xFF)
    assert {symbol.description >> 8 & 0xFF for symbol in binary.imported_symbols} == {1}
    exported = {symbol.name for symbol in binary.exported_symbols}
    more = {name for name in exported if name in MACOS_MORE_EXPORTS or RUST_SYMBOL.fullmatch(name)}
    assert exported - more == {f"_{name}" for name in functions()}


@on(*MACHO)
def test_macho_load_commands(read_binary, platform):
    binary = parse(read_binary, platform)
    kind = lief.MachO.LoadCommand.TYPE
    # MH_NOUNDEFS = 1, MH_DYLDLINK = 4, MH_TWOLEVEL = 0x80
    assert binary.header.flags & 0x85 == 0x85
    # MH_FORCE_FLAT = 0x100, MH_ALLOW_STACK_EXECUTION = 0x2_0000
    assert binary.header.flags & 0x2_0100 == 0
    found = commands(binary)
    for single in (kind.ID_DYLIB, kind.LOAD_DYLIB, kind.SYMTAB, kind.DYSYMTAB, kind.UUID):
        assert found.count(single) == 1
    assert not {kind.RPATH, kind.REEXPORT_DYLIB, kind.LOAD_WEAK_DYLIB, kind.DYLD_ENVIRONMENT} & set(found)
    assert [str(library.name) for library in binary.libraries][0] == "@rpath/Asperity.dylib"
    for segment in binary.segments:
        # VM_PROT_WRITE = 2, VM_PROT_EXECUTE = 4
        assert segment.init_protection & 6 != 6 and segment.max_protection & 6 != 6
    assert "__DWARF" not in [segment.name for segment in binary.segments]


def blobs(signature):
    """CS_SuperBlob: its blobs by their type, all numbers big-endian."""
    magic, length, count = struct.unpack_from(">3I", signature)
    assert magic == 0xFADE0CC0 and length <= len(signature)
    index = [struct.unpack_from(">2I", signature, 12 + 8 * k) for k in range(count)]
    return {kind: signature[at : at + struct.unpack_from(">I", signature, at + 4)[0]] for kind, at in index}


@on("aarch64-darwin")
def test_apple_silicon_finds_its_code_signature(read_binary, platform):
    """Ad hoc, SHA-256 of every page; Apple silicon maps no page that does not match."""
    data = load(read_binary, platform)
    command = parse(read_binary, platform).code_signature
    end = command.data_offset
    assert end % 16 == 0 and end + command.data_size == len(data)
    directory = blobs(data[end:])[0]
    magic, _, version, flags, hashes, identifier, special, pages, limit = struct.unpack_from(">9I", directory)
    size, kind, _, page = struct.unpack_from(">4B", directory, 36)
    assert magic == 0xFADE0C02 and version >= 0x20400
    # CS_ADHOC = 2; CS_LINKER_SIGNED = 0x2_0000 may be there too
    assert flags & ~0x2_0000 == 0x2
    # CS_HASHTYPE_SHA256 = 2
    assert (size, kind, special) == (32, 2, 0) and limit == end
    name = directory[identifier : directory.index(b"\0", identifier)].decode()
    assert "/" not in name
    step = 1 << page
    assert pages == -(-limit // step)
    for k in range(pages):
        digest = hashlib.sha256(data[k * step : min((k + 1) * step, limit)]).digest()
        assert digest == directory[hashes + 32 * k : hashes + 32 * (k + 1)], f"page {k}"
