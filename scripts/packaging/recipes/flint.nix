# Flint for Nix: nix-env --install --file flint.nix. The package "flint" of nixpkgs is a library of number theory.
{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation {
  pname = "flint-progress";
  version = "@VERSION@";
  src = pkgs.fetchurl {
    url = "@ADDRESS@/@VERSION@/@ARCHIVE@";
    sha256 = "@SHA256@";
  };
  # The loader and the libraries of NixOS have other paths.
  nativeBuildInputs = [ pkgs.autoPatchelfHook ];
  buildInputs = [ pkgs.stdenv.cc.cc.lib ];
  dontBuild = true;
  installPhase = ''
    mkdir -p $out
    cp -R bin share $out/
  '';
  meta = {
    description = "Scriptable batch runner for gamified progress";
    homepage = "@ADDRESS@";
    license = pkgs.lib.licenses.mit;
    platforms = [ "x86_64-linux" ];
    mainProgram = "flint";
  };
}
