# frozen_string_literal: true

# SPDX-License-Identifier: PostgreSQL
# interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

class IntervalUuid
  # What a column default says, in one of the forms that PostgreSQL prints.
  module ColumnDefault
    CALL = /\A(?:(?:[a-z_][a-z0-9_]*|"(?:[^"]|"")+")\.)?(uuid_interval_nextval|uuid_time_nextval)\((.*)\)\z/
    ARGUMENT = /\A(?:(?<name>[a-z_]+) => )?(?:'(?<length>[^']+)'::interval|(?<number>[0-9]{1,10}))\z/
    # In the styles postgres and sql_standard, postgres_verbose, and iso_8601.
    LENGTH = /\A(?:\d{1,10}\ days?|(?:\d{1,10}\ (?:days?\ )?)?\d{1,10}:\d\d:\d\d(?:\.\d{1,6})?
              |@(?:\ \d{1,10}\ days?)?(?:\ \d{1,10}\ hours?)?(?:\ \d{1,10}\ mins?)?
               (?:\ \d{1,10}(?:\.\d{1,6})?\ secs?)?
              |P(?:\d{1,10}D)?(?:T(?:\d{1,10}H)?(?:\d{1,10}M)?(?:\d{1,10}(?:\.\d{1,6})?S)?)?)\z/x
    # README.md of the extension has it. Unless pretty, PostgreSQL prints each operator in parentheses.
    PLAIN_DEFAULT = %r{\A\(?encode\(\(?substr\(int8send\(\(*floor\(\(?
                     date_part\('epoch'::text,\ clock_timestamp\(\)\)\)+
                     ::bigint\ /\ ([0-9]{1,10})\)?\ %\ '([0-9]{1,10})'::bigint\)+,\ 7\)\ \|\|
                     \ substr\(uuid_send\(gen_random_uuid\(\)\),\ 3\)+,\ 'hex'::text\)+::uuid\z}x
    private_constant :CALL, :ARGUMENT, :LENGTH, :PLAIN_DEFAULT

    # The arguments of IntervalUuid.new.
    def self.read(text)
      # Of a column of type text: with or without hyphens, and pretty or not.
      text = text[/\Areplace\((.+::text), '-'::text, ''::text\)\z/m, 1] || text
      if (inner = text[/\A(.+)::text\z/m, 1])
        text = inner[/\A\((.+)\)\z/m, 1] || inner
      end
      case text
      when PLAIN_DEFAULT then plain(Integer(Regexp.last_match(1), 10), Integer(Regexp.last_match(2), 10))
      when CALL then call(Regexp.last_match(1), Regexp.last_match(2))
      else raise unknown_form
      end
    end

    def self.plain(seconds, count)
      # With another count, the prefix is not as long as the two bytes that this default writes.
      raise ArgumentError, "it must have 32769 to 65536 intervals" unless count.between?(32_769, 65_536)

      in_seconds(seconds, count)
    end

    def self.call(name, listed)
      if name == "uuid_time_nextval"
        given = arguments(listed, { "interval_length" => :number, "interval_count" => :number })
        seconds = given.fetch("interval_length", "60")
        count = given.fetch("interval_count", "65536")
        return in_seconds(Integer(seconds, 10), Integer(count, 10))
      end
      given = arguments(listed, { "interval_length" => :length, "cycle" => :length, "version" => :number })
      raise unknown_form unless given["interval_length"] && given["cycle"]

      { interval: given["interval_length"], cycle: given["cycle"], version: Integer(given.fetch("version", "4"), 10) }
    end

    def self.arguments(listed, parameters)
      listed.split(", ", -1).each_with_index.with_object({}) do |(argument, place), given|
        match = ARGUMENT.match(argument) or raise unknown_form
        name = match[:name] || parameters.keys[place]
        raise unknown_form unless parameters.key?(name) && match[parameters[name]] && !given.key?(name)
        raise unknown_form unless LENGTH.match?(match[:length] || "0 days")

        given[name] = match[parameters[name]]
      end
    end

    def self.in_seconds(seconds, count)
      { interval: "#{seconds} s", cycle: "#{seconds * count} s" }
    end

    def self.unknown_form
      ArgumentError.new("it is not printed as one of theirs")
    end
    private_class_method :plain, :call, :arguments, :in_seconds, :unknown_form
  end
  private_constant :ColumnDefault
end
