# An ActiveRecord model whose keys the database generates.
#
# The default is in the database, so rows from all clients have the same kind
# of key. ActiveRecord leaves the key out of its INSERTs and reads it with RETURNING.
# libpq's environment variables (PGHOST, PGUSER ...) name the server.

require "active_record"
require "pg"

# An order, with a key by the time of its insertion.
class Order < ActiveRecord::Base
  self.table_name = "activerecord_orders"
  # Otherwise ActiveRecord sends its own time as created_at.
  self.record_timestamps = false
  # Otherwise first and last sort by the key, which has no order.
  self.implicit_order_column = "created_at"

  def self.create_table
    # A lambda, since a string with arguments silently gives the column no default.
    # Without the option, ActiveRecord uses gen_random_uuid().
    connection.create_table table_name, id: :uuid, default: -> { "uuid_time_nextval()" } do |t|
      t.text :item, null: false
      t.column :created_at, :timestamptz, null: false, default: -> { "now()" }
    end
  end

  # The rows of the last hour.
  scope :recent, -> do
    where("uuid_interval_since(id, now() - interval '1 hour') AND created_at >= now() - interval '1 hour'")
  end
end

def assert(condition)
  raise "assertion failed" unless condition
end

# Inserts one row and a thousand, with two INSERTs; returns their keys.
def insert
  order = Order.create!(item: "a book")
  many = Order.insert_all!((0...1000).map { |number| { item: "book #{number}" } })
  [order.id, *many.pluck("id")]
end

# Integers and strings pass as they are; ActiveRecord writes them into the statement.
# A duration becomes a number of seconds (ActiveRecord 6.1) or is refused (7.2): give its iso8601.
def call_with_parameters
  call = ->(*statement) { Order.connection.select_value(Order.sanitize_sql(statement)) }
  Order.connection.execute("CREATE SEQUENCE activerecord_sequence")
  version = ->(key) { key[14].to_i }
  assert version[call["SELECT uuid_time_nextval(?, ?)", 60, 65536]] == 4
  assert version[call["SELECT uuid_interval_nextval(?, ?, ?)", "10 ms", "500 days", 8]] == 8
  assert version[call["SELECT uuid_interval_nextval(?, ?, ?)", 0.01.seconds.iso8601, 500.days.iso8601, 8]] == 8
  assert version[call["SELECT uuid_serial_nextval(?, ?, ?, ?)", "activerecord_sequence", 100, 2**32, 8]] == 8
  assert version[call["SELECT uuid_v7_nextval(?, ?)", 5, 4]] == 7
  begin
    call["SELECT uuid_interval_nextval(?, ?)", 10.seconds, 500.days]
    raise "a duration is taken for interval"
  rescue ActiveRecord::StatementInvalid, TypeError => error
    assert error.is_a?(TypeError) || error.cause.is_a?(PG::UndefinedFunction)
  end
end

ActiveRecord::Base.establish_connection(adapter: "postgresql")
if ARGV == ["insert"]
  insert
  exit
end
Order.create_table
# ActiveRecord writes this into db/schema.rb.
assert Order.columns_hash["id"].default_function == "uuid_time_nextval()"
started = Order.connection.select_value("SELECT clock_timestamp()")

keys = insert
assert keys.uniq.size == 1001
assert Order.pluck(:id).sort == keys.sort

assert Order.find(keys.first).item == "a book"
assert Order.recent.count == 1001
# The server generated them all: their blocks are the present ones.
assert Order.where("uuid_interval_since(id, ?)", started).count == 1001

call_with_parameters
puts "#{keys.size} orders with keys of the server, such as #{keys.first}"
puts "ActiveRecord #{ActiveRecord.version} with pg #{PG::VERSION}"
# The system's packages are not pinned, so the row has no version.
puts "ActiveRecord"
