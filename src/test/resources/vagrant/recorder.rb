# Runs Vagrantfiles without Vagrant and writes down, in hexadecimal, every string that they set or pass.
require "set"

class Recorder
  def initialize(seen)
    @seen = seen
  end

  def method_missing(name, *values, &block)
    values.each { |value| note(value) }
    block&.call(Recorder.new(@seen))
    Recorder.new(@seen)
  end

  def respond_to_missing?(*)
    true
  end

  def note(value)
    case value
    when Array then value.each { |one| note(one) }
    when Hash then value.each { |key, one| note(key); note(one) }
    when String then @seen << value.b.unpack1("H*")
    end
  end
end

module Vagrant
  def self.configure(_version)
    seen = []
    yield Recorder.new(seen)
    puts seen.join(" ")
  end
end

ARGV.each { |file| load file }
