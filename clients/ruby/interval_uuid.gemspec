# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = "interval-uuid"
  spec.version = "0.1.0.dev"
  spec.summary = "UUID keys by time, as PostgreSQL generates them with the extension sequential_uuids"
  spec.authors = ["the sequential_uuids authors"]
  spec.license = "PostgreSQL"
  spec.homepage = "https://repository.invalid/owner/sequential_uuids"
  spec.metadata = {
    "source_code_uri" => spec.homepage,
    "bug_tracker_uri" => "#{spec.homepage}/issues",
    "rubygems_mfa_required" => "true"
  }
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb"] + ["README.md", "LICENSE"]
end
