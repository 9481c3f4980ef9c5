import Lua
import Scripting
import Testing

struct `The API reference` {
  @Test(arguments: Reference().examples.map(\.function))
  func `has an example that runs for each function`(function: String) throws {
    let example = try #require(Reference().examples.first { $0.function == function })
    #expect(!example.code.isEmpty)
    #expect(example.code.contains(function.split(separator: ".").last ?? ""))
    let result = try Playground().run(example.code)
    #expect(result.error == nil, "\(result.error?.message ?? "")")
  }

  @Test func `names every function in Markdown and for the language server`() {
    let reference = Reference()
    let (markdown, luaLS) = (reference.markdown, reference.luaLS)
    #expect(reference.examples.count >= 30)
    for example in reference.examples {
      #expect(markdown.contains("### `\(example.function)"), "\(example.function)")
      #expect(luaLS.contains("function \(example.function)("), "\(example.function)")
      #expect(markdown.contains(example.code))
    }
    #expect(luaLS.hasPrefix("---@meta flint\n"))
  }

  @Test func `is valid Lua for the language server`() throws {
    // Loaded as text it only defines: every name must be one that can be written.
    let code = "return load([==[\(Reference().luaLS)]==]) ~= nil"
    #expect(try Playground().run(code).values == [.boolean(true)])
  }
}
