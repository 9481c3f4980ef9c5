import Testing
@testable import Chance

struct `false discovery rate` {
  @Test func `q-values of four p-values, by hand`() {
    // Ascending: 0.01·4/1 = 0.04, 0.02·4/2 = 0.04, 0.03·4/3 = 0.04, 0.5·4/4 = 0.5.
    let qValues = FalseDiscoveryRate.qValues([0.5, 0.01, 0.03, 0.02])
    #expect(zip(qValues, [0.5, 0.04, 0.04, 0.04]).allSatisfy { abs($0 - $1) < 1e-15 })
  }

  @Test func `a q-value is never greater than that of a greater p-value`() {
    // 0.01·3/1 = 0.03; 0.04·3/2 = 0.06, but 0.041·3/3 = 0.041 is less, for both.
    #expect(FalseDiscoveryRate.qValues([0.041, 0.04, 0.01]) == [0.041, 0.041, 0.03])
  }

  @Test func `the fifteen p-values of Benjamini and Hochberg reject four at 5 %`() {
    // Table in section 4.1 of the paper of 1995: thrombolysis after myocardial infarction.
    let pValues = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
      0.5719,
      0.6528, 0.7590, 1.0,
    ]
    #expect(FalseDiscoveryRate.qValues(pValues).count { $0 <= 0.05 } == 4)
  }

  @Test func `one p-value is its own q-value, and none has none`() {
    #expect(FalseDiscoveryRate.qValues([0.3]) == [0.3])
    #expect(FalseDiscoveryRate.qValues([]) == [])
  }
}
