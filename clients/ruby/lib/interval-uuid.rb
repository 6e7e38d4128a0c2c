# frozen_string_literal: true

# For Bundler, which requires what a gem is named.
require_relative "interval_uuid"
