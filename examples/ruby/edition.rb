# frozen_string_literal: true

# Creates the edition in SQL, and advice, by a migration of Rails. t/checks/examples writes the scripts, with a schema
# for each, to $EDITION; in a project, they lie beside the migration. libpq's environment variables (PGHOST, PGUSER ...)
# name the server.

require "active_record"
require "pg"

# Each script becomes a statement: execute() sends a text as it is.
class InstallKeys < ActiveRecord::Migration[6.1]
  def up
    %w[uuids advice].each { |name| execute File.read("#{ENV.fetch("EDITION")}/#{name}.sql") }
  end
end

ActiveRecord::Base.establish_connection(adapter: "postgresql")
ActiveRecord::Migration.verbose = false
ActiveRecord::Base.transaction { InstallKeys.migrate(:up) }
