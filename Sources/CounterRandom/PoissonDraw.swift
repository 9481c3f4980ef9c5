/// A draw from Poisson's distribution, exact but for rounding: gap by gap for small means, else by
/// transformed rejection (Hörmann, "The transformed rejection method for generating Poisson random
/// variables", 1993, algorithm PTRS). `Sources/CDraws/Poisson.c` has the same in C.
struct PoissonDraw {
  let mean: Double

  /// Returns a draw; the stream is at the beginning of a block, and each trial reads a whole one.
  func draw(from stream: inout CounterStream) -> Double {
    mean < 10 ? byGaps(&stream) : byRejection(&stream)
  }

  private func byGaps(_ stream: inout CounterStream) -> Double {
    var time = 0.0
    var arrivals = 0.0
    while true {
      time -= FixedLogarithm.log(stream.nextUnit())
      if time > mean { return arrivals }
      arrivals += 1
    }
  }

  private func byRejection(_ stream: inout CounterStream) -> Double {
    let b = 0.931 + 2.53 * mean.squareRoot()
    let a = -0.059 + 0.02483 * b
    let quick = 0.9277 - 3.6224 / (b - 2.0)
    let logAlpha = FixedLogarithm.log(1.1239 + 1.1328 / (b - 3.4))
    let logMean = FixedLogarithm.log(mean)
    while true {
      let u = stream.nextUnit() - 0.5
      let v = stream.nextUnit()
      let us = 0.5 - u.magnitude
      let at = ((2.0 * a / us + b) * u + mean) + 0.43
      if at < 0 || at >= 0x1p52 { continue }
      let k = Double(Int64(at))
      if us >= 0.07 && v <= quick { return k }
      if us < 0.013 && v > us { continue }
      let left = (FixedLogarithm.log(v) + logAlpha) - FixedLogarithm.log(a / (us * us) + b)
      if left <= (k * logMean - mean) - FixedLogarithm.logFactorial(k) { return k }
    }
  }
}
