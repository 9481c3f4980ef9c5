import ArgumentParser

/// The option of a command that reads files which may come from elsewhere.
package struct SandboxOptions: ParsableArguments {
  @Flag(help: "Fail without the complete sandbox (see flint doctor).")
  package var requireSandbox = false

  package init() {}

  package func validate() throws {
    if requireSandbox { Sandbox.require() }
  }
}
