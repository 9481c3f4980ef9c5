import ArgumentParser
import CSV
package import Transfer

extension DateOrder: ExpressibleByArgument {}

/// Throws if the encoding that `--encoding` names is not known.
package func checkEncoding(_ encoding: String?) throws {
  guard let encoding else { return }
  do throws(CSVEncodingError) {
    _ = try CSVTranscoder(from: encoding)
  } catch {
    throw ValidationError("--encoding: \(error); iconv -l lists the known encodings")
  }
}
