# Flint for Homebrew on Linux, in a tap of your own: brew install NAME/tap/flint-progress. The formula "flint" of
# Homebrew is a library of number theory.
class FlintProgress < Formula
  desc "Scriptable batch runner for gamified progress"
  homepage "@ADDRESS@"
  url "@ADDRESS@/@VERSION@/@ARCHIVE@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on arch: :x86_64
  depends_on :linux

  def install
    bin.install "bin/flint"
    share.install Dir["share/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/flint --version")
  end
end
