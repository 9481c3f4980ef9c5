internal import CLuaShims

extension LuaError {
  static func stopped(_ reason: StopReason) -> LuaError {
    LuaError(.stopped(reason), "stopped: \(reason.phrase)")
  }
}

extension LuaState {
  /// Returns the error of a failed result, with its position, source line and traceback.
  func error(from result: lh_result) -> LuaError {
    var error: LuaError
    if result.status == LH_FAILED_SETUP {
      return LuaError(.setup, "cannot limit the script's time: the system has no timer left")
    }
    if result.status == LH_FAILED_STOPPED {
      error = stopError(from: result)
    } else {
      let code: LuaError.Code = result.status == LH_FAILED_SYNTAX ? .syntax : .runtime
      error = LuaError(code, "unknown error")
      if result.count >= 2 { describe(&error, messageAt: result.base + result.count - 1) }
    }
    for index in 0..<result.frames {
      error.traceback.append(frame(index))
    }
    error.skippedFrames = Int(result.skipped_frames)
    if error.line == nil { locate(&error) }
    if let chunk = error.chunk, let line = error.line, let source = bridge.sources[chunk] {
      error.sourceLine = LuaError.line(line, of: source)
    }
    return error
  }

  private func stopError(from result: lh_result) -> LuaError {
    let reason = StopReason(rawValue: result.stop) ?? .interrupt
    var error = LuaError.stopped(reason)
    if result.stop_line > 0 {
      let chunk = text(of: result.stop_source)
      error.chunk = chunk
      error.line = Int(result.stop_line)
    }
    if reason == .fatal, let underlying = bridge.fatal {
      error.underlying = underlying
      error.message = "\(underlying)"
    }
    if let chunk = error.chunk, let line = error.line {
      error.message = "\(chunk):\(line): \(error.message)"
    }
    return error
  }

  private func describe(_ error: inout LuaError, messageAt index: Int32) {
    var reader = unsafe ValueReader(context)
    error.message = String(decoding: reader.bytes(index).prefix(1 << 16), as: UTF8.self)
    if unsafe lh_value(context, index + 1).tag != LH_STRING {
      do throws(ValueReader.Failure) {
        error.value = try reader.read(index + 1)
      } catch {}
    }
  }

  /// Finds the position: from the beginning of the message, else from the innermost frame.
  private func locate(_ error: inout LuaError) {
    let chunks = error.traceback.map(\.chunk) + bridge.sources.keys.sorted()
    for chunk in chunks where error.message.hasPrefix(chunk + ":") {
      let rest = error.message.dropFirst(chunk.count + 1)
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let line = Int(digits), rest.dropFirst(digits.count).hasPrefix(":") else { continue }
      error.chunk = chunk
      error.line = line
      return
    }
    if let frame = error.traceback.first {
      error.chunk = frame.chunk
      error.line = frame.line
    }
  }

  private func frame(_ index: Int32) -> LuaError.Frame {
    let frame = unsafe lh_frame_at(context, index).pointee
    let chunk = text(of: frame.source)
    let function =
      switch frame.kind {
      case 0: "main chunk"
      case 1: "function '\(text(of: frame.name))'"
      default: "function <\(chunk):\(frame.defined)>"
      }
    return LuaError.Frame(
      chunk: chunk, line: Int(frame.line), function: function, isCoroutine: frame.coroutine)
  }

  /// Returns the text of a C array that ends at its first zero.
  private func text<Array>(of array: Array) -> String {
    var copy = array
    return unsafe withUnsafeBytes(of: &copy) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
