import Testing
@testable import Chance

@Suite struct `The normal distribution` {
  // mpmath 1.3 at 50 digits: erfc.
  @Test(arguments: [
    (-37.0, 5.7255712225245768e-300),

    (-20.0, 2.7536241186062337e-89),
    (-8.3, 5.205569744890254e-17),
    (-3.3, 0.00048342414238377751),
    (-1.959963984540054, 0.025000000000000011),
    (-1.0, 0.15865525393145705),
    (-1e-5, 0.49999601057719605),
    (0.0, 0.5),
    (0.7, 0.75803634777692697),
    (2.5, 0.99379033467422386),
    (8.0, 0.99999999999999938),
  ]) func `tails on both sides`(z: Double, share: Double) {
    #expect(isClose(Normal.survival(-z), share, within: 4e-15))
  }

  // mpmath 1.3 at 340 digits: the root of log erfc.
  @Test(arguments: [
    (.leastNonzeroMagnitude, -38.467405617144346),
    (1e-300, -37.047096299361199),
    (1e-100, -21.273453560965324),
    (1e-20, -9.2623400897984076),
    (1e-9, -5.9978070150076869),
    (0.001, -3.0902323061678135),
    (0.025, -1.9599639845400542),
    (0.1, -1.2815515655446004),
    (0.2, -0.84162123357291417),
    (0.21, -0.80642124701824024),
    (0.3, -0.52440051270804082),
    (0.4999999999, -2.5066284820303539e-10),
    (0.5, 0.0),
    (0.500000001, 2.5066282037387114e-9),
    (0.75, 0.67448975019608174),
    (0.975, 1.9599639845400539),
    (0.999999, 4.7534243088170878),
  ]) func `quantiles to full precision`(share: Double, z: Double) {
    #expect(isClose(Normal.quantile(share), z, within: 1e-15))
  }

  @Test func `quantiles of 0 and 1, and of numbers outside`() {
    #expect(Normal.quantile(0) == -.infinity && Normal.quantile(1) == .infinity)
    #expect(Normal.quantile(-0.1).isNaN && Normal.quantile(.nan).isNaN)
  }
}
