# frozen_string_literal: true

# Creates the edition in SQL, and advice, by a migration of Rails, for t/checks/examples. libpq's environment variables
# (PGHOST, PGUSER ...) name the server.

require "active_record"
require "pg"

# Each script becomes a statement: execute() sends a text as it is.
class InstallKeys < ActiveRecord::Migration[6.1]
  TOP = File.expand_path("../..", __dir__)
  EDITION = File.read("#{TOP}/sql-only/sequential_uuids.sql")
  ADVICE = File.read("#{TOP}/advice/sequential_uuids_advice--1.0.sql")
               .lines.drop(1).join.gsub("@extschema@", "advice")

  def up
    execute "CREATE SCHEMA uuids"
    execute "SET LOCAL search_path = uuids"
    execute EDITION
    execute "SET LOCAL search_path TO DEFAULT"
    execute "CREATE SCHEMA advice"
    execute ADVICE
    execute "SET LOCAL search_path TO DEFAULT"
  end
end

ActiveRecord::Base.establish_connection(adapter: "postgresql")
ActiveRecord::Migration.verbose = false
ActiveRecord::Base.transaction { InstallKeys.migrate(:up) }
