// Programs that read further options from a file: `nm @x`, in which x may load a plugin that runs.
import { unversioned } from "./program-name.ts";

const readers: ReadonlySet<string> = new Set(
  [
    "nm objdump objcopy ar ranlib ld gold lld size strings strip readelf addr2line as elfedit c++filt dlltool windres",
    "gcc g++ cc c++ cpp clang clang++ gfortran gdc ldc2 rustc rustdoc swiftc ghc tsc protoc",
    "java javac javadoc javap jar jlink jdeps jpackage jmod kotlinc kotlin scalac scala groovyc dotnet msbuild csc vbc fsc",
    "pytest mypy pyright 7z 7za 7zr 7zz rar unrar",
  ].flatMap((line) => line.split(" ")),
);

/** Of the programs that may get the word. */
export const namesOptionFile = (word: string, programs: readonly string[]): boolean =>
  word.startsWith("@") && programs.some((name) => readers.has(name) || readers.has(unversioned(name)));
