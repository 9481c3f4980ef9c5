import Foundation
import Testing

/// Plots of simulations drawn with gnuplot.
struct `Plots` {
  @Test func `plots contain every measure`() throws {
    let scratch = try Scratch()
    let command =
      "flint simulate --quiet --rules ignition --days 5 --players 256 "
      + "--measure points --measure level"
    let plain = try Shell.run(command, in: scratch.url)
    let drawn = try Shell.run(
      command + " --plot one.svg && head -c 4 one.svg >/dev/null && cat one.svg >copy.svg",
      in: scratch.url)
    #expect(drawn.status == 0)
    // Measures that are added for the plot change nothing else.
    #expect(drawn.output == plain.output)
    let svg = try String(
      contentsOf: scratch.url.appendingPathComponent("copy.svg"), encoding: .utf8)
    #expect(svg.hasPrefix("<?xml"))
    for title in ["points", "level", "points by day", "share at most there", "median"] {
      #expect(svg.contains(">\(title)<"), "\(title)")
    }
    #expect(try Shell.run(command + " --plot two.png", in: scratch.url).status == 0)
    let png = try Data(contentsOf: scratch.url.appendingPathComponent("two.png"))
    #expect(png.prefix(4).elementsEqual([0x89, 0x50, 0x4E, 0x47]))
    let sweep = try Shell.run(
      "flint simulate --quiet --days 2 --players 256 --measure points --sweep chance=0.5,1 --plot -",
      in: scratch.url)
    #expect(sweep.status == 0 && sweep.output.contains("chance"))
  }

  @Test func `a plot without gnuplot or with a bad path is an error`() throws {
    let scratch = try Scratch()
    let command = "flint simulate --quiet --days 1 --players 1"
    let other = try Shell.run(command + " --plot a.gif", in: scratch.url)
    #expect(other.status == 2)
    #expect(other.output.contains("--plot: expected a file ending with .svg or .png, or -"))
    let none = try Shell.run(
      "PATH=$(dirname \"$(command -v flint)\"); \(command) --plot a.svg", in: scratch.url)
    #expect(none.status == 74)
    #expect(
      none.output
        == "flint: --plot: gnuplot is missing; on Debian: apt-get install gnuplot-nox\n")
    let folder = try Shell.run(command + " --plot none/a.svg", in: scratch.url)
    #expect(folder.status == 74)
  }
}
