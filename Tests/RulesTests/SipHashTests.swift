import FlintRules
import Testing

struct `SipHash-2-4 of 128 bits` {
  /// The authors' vectors: key 00 01 … 0f, message the first n of the bytes 00 01 02 …; entry n is
  /// what `openssl mac -macopt size:16 -macopt hexkey:000102030405060708090a0b0c0d0e0f SIPHASH`
  /// prints for it.
  static let vectors = [
    "a3817f04ba25a8e66df67214c7550293",
    "da87c1d86b99af44347659119b22fc45",
    "8177228da4a45dc7fca38bdef60affe4",
    "9c70b60c5267a94e5f33b6b02985ed51",
    "f88164c12d9c8faf7d0f6e7c7bcd5579",
    "1368875980776f8854527a07690e9627",
    "14eeca338b208613485ea0308fd7a15e",
    "a1f1ebbed8dbc153c0b84aa61ff08239",
    "3b62a9ba6258f5610f83e264f31497b4",
    "264499060ad9baabc47f8b02bb6d71ed",
    "00110dc378146956c95447d3f3d0fbba",
    "0151c568386b6677a2b4dc6f81e5dc18",
    "d626b266905ef35882634df68532c125",
    "9869e247e9c08b10d029934fc4b952f7",
    "31fcefac66d7de9c7ec7485fe4494902",
    "5493e99933b0a8117e08ec0f97cfc3d9",
    "6ee2a4ca67b054bbfd3315bf85230577",
    "473d06e8738db89854c066c47ae47740",
    "a426e5e423bf4885294da481feaef723",
    "78017731cf65fab074d5208952512eb1",
    "9e25fc833f2290733e9344a5e83839eb",
    "568e495abe525a218a2214cd3e071d12",
    "4a29b54552d16b9a469c10528eff0aae",
    "c9d184ddd5a9f5e0cf8ce29a9abf691c",
    "2db479ae78bd50d8882a8a178a6132ad",
    "8ece5f042d5e447b5051b9eacb8d8f6f",
    "9c0b53b4b3c307e87eaee08678141f66",
    "abf248af69a6eae4bfd3eb2f129eeb94",
    "0664da1668574b88b935f3027358aef4",
    "aa4b9dc4bf337de90cd4fd3c467c6ab7",
    "ea5c7f471faf6bde2b1ad7d4686d2287",
    "2939b0183223fafc1723de4f52c43d35",
    "7c3956ca5eeafc3e363e9d556546eb68",
    "77c6077146f01c32b6b69d5f4ea9ffcf",
    "37a6986cb8847edf0925f0f1309b54de",
    "a705f0e69da9a8f907241a2e923c8cc8",
    "3dc47d1f29c448461e9e76ed904f6711",
    "0d62bf01e6fc0e1a0d3c4751c5d3692b",
    "8c03468bca7c669ee4fd5e084bbee7b5",
    "528a5bb93baf2c9c4473cce5d0d22bd9",
    "df6a301e95c95dad97ae0cc8c6913bd8",
    "801189902c857f39e73591285e70b6db",
    "e617346ac9c231bb3650ae34ccca0c5b",
    "27d93437efb721aa401821dcec5adf89",
    "89237d9ded9c5e78d8b1c9b166cc7342",
    "4a6d8091bf5e7d651189fa94a250b14c",
    "0e33f96055e7ae893ffc0e3dcf492902",
    "e61c432b720b19d18ec8d84bdc63151b",
    "f7e5aef549f782cf379055a608269b16",
    "438d030fd0b7a54fa837f2ad201a6403",
    "a590d3ee4fbf04e3247e0d27f286423f",
    "5fe2c1a172fe93c4b15cd37caef9f538",
    "2c97325cbd06b36eb2133dd08b3a017c",
    "92c814227a6bca949ff0659f002ad39e",
    "dce850110bd8328cfbd50841d6911d87",
    "67f14984c7da791248e32bb5922583da",
    "1938f2cf72d54ee97e94166fa91d2a36",
    "74481e9646ed49fe0f6224301604698e",
    "57fca5de98a9d6d8006438d0583d8a1d",
    "9fecde1cefdc1cbed4763674d9575359",
    "e3040c00eb28f15366ca73cbd872e740",
    "7697009a6a831dfecca91c5993670f7a",
    "5853542321f567a005d547a4f04759bd",
    "5150d1772f50834a503e069a973fbd7c",
  ]

  static let key0: UInt64 = 0x0706_0504_0302_0100
  static let key1: UInt64 = 0x0f0e_0d0c_0b0a_0908

  static func hexadecimal(_ hash: (first: UInt64, second: UInt64)) -> String {
    EventID(high: hash.first.byteSwapped, low: hash.second.byteSwapped).description
  }

  static func hash(_ bytes: some Sequence<UInt8>) -> String {
    var hash = SipHash128(key0: key0, key1: key1)
    for byte in bytes { hash.append(byte) }
    return hexadecimal(hash.finish())
  }

  @Test func `matches the authors' vectors`() {
    for (length, vector) in Self.vectors.enumerated() {
      #expect(Self.hash((0..<length).map { UInt8($0) }) == vector)
    }
  }

  @Test func `counts lengths modulo 256`() {
    // From openssl, as above: 255 and 256 zero bytes.
    #expect(Self.hash([UInt8](repeating: 0, count: 255)) == "c1fa6d5cc14fdcd72fcc09c678ec1b68")
    #expect(Self.hash([UInt8](repeating: 0, count: 256)) == "0cee0e99d641ebd317005ec70150441d")
  }

  /// A number appended in one piece, and its bytes.
  enum Piece: CaseIterable {
    case u8, u16, u32, u64, i32, i64, string

    func append(to hash: inout SipHash128) -> [UInt8] {
      switch self {
      case .u8:
        hash.append(0xa5 as UInt8)
        return [0xa5]
      case .u16:
        hash.append(littleEndian: 0x8182 as UInt16)
        return [0x82, 0x81]
      case .u32:
        hash.append(littleEndian: 0xf1f2_f3f4 as UInt32)
        return [0xf4, 0xf3, 0xf2, 0xf1]
      case .u64:
        hash.append(littleEndian: 0xe1e2_e3e4_e5e6_e7e8 as UInt64)
        return [0xe8, 0xe7, 0xe6, 0xe5, 0xe4, 0xe3, 0xe2, 0xe1]
      case .i32:
        hash.append(littleEndian: -2 as Int32)
        return [0xfe, 0xff, 0xff, 0xff]
      case .i64:
        hash.append(littleEndian: -3 as Int64)
        return [0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
      case .string:
        hash.append(utf8: "é…𝄞")
        return [0xc3, 0xa9, 0xe2, 0x80, 0xa6, 0xf0, 0x9d, 0x84, 0x9e]
      }
    }
  }

  @Test(arguments: Piece.allCases)
  func `hashes numbers and strings as their bytes, at every alignment`(first: Piece) {
    for offset in 0..<8 {
      for second in Piece.allCases {
        var hash = SipHash128(key0: Self.key0, key1: Self.key1)
        var bytes: [UInt8] = []
        for byte in 0..<UInt8(offset) {
          hash.append(byte)
          bytes.append(byte)
        }
        bytes += first.append(to: &hash)
        bytes += second.append(to: &hash)
        hash.append(0x77)
        bytes.append(0x77)
        #expect(Self.hexadecimal(hash.finish()) == Self.hash(bytes))
      }
    }
  }

  @Test func `depends on both halves of the key`() {
    let hashes = [(0, 0), (1, 0), (0, 1)].map { key0, key1 in
      Self.hexadecimal(SipHash128(key0: key0, key1: key1).finish())
    }
    #expect(Set(hashes).count == 3)
  }
}
