# doc/clients.md finds and refuses keys of clients, and its lines of code are those of programs that are run.
use strict;
use warnings;

use Pages;
use PostgreSQL::Test::Utils;
use Test::More;

page('doc/clients.md',
	given => [ 'app.sql', 'keys_of_clients.sql' ],
	after => [
		qr/IS DISTINCT FROM '4'/ => sub {
			# All of 2,000, except for version 4 whose random block is by chance that of its time.
			cmp_ok(scalar @_, '>=', 1990, 'which finds nearly all keys of clients');
			cmp_ok(scalar @_, '<=', 2000, 'and no key of the server');
		},
		qr/TRIGGER key_of_server/ => sub {
			fails('INSERT INTO orders (id) VALUES (gen_random_uuid())', qr/a client has generated the key/,
				'a key of a client is refused');
			gives(q{
				WITH new AS (INSERT INTO orders DEFAULT VALUES RETURNING id),
					 old AS (UPDATE orders SET item = 1 WHERE created_at < now() RETURNING id)
				SELECT (SELECT count(*) FROM new), (SELECT count(*) FROM old)}, '1|3003',
				'those of the server are taken, and old rows updated');
		},
		qr/RAISE LOG/ => sub {
			my $key = query('INSERT INTO orders (id) VALUES (gen_random_uuid()) RETURNING id');
			like(slurp_file(node()->logfile), qr/LOG:  key $key from \S+ at/, 'or taken, and logged');
		},
		qr/TRIGGER key_near_created_at/ => \&test_refuses_wrong_clocks,
		qr/uuid_interval_between\(id, now\(\)/ => sub { is(@_, 3, 'which finds the rows inserted above') }
	],
	besides => sub {
		test_lines_of_programs();
		test_tools_that_migrate();
	});

# The trigger for keys that clients generate; t/024_client_rows.pl has its other tests.
sub test_refuses_wrong_clocks
{
	my $parameters = q{'5 min', '60 days'};
	my $insert = sub {
		return qq{
			INSERT INTO drafts (id) VALUES (uuid_interval_at(now() + interval '$_[0]', $parameters)) RETURNING true};
	};
	gives($insert->($_), 't', "a clock that is wrong by $_ looks like a late row or changes nothing: accepted", 'app')
	  for '0', '-1 hour', '60 days';
	fails($insert->($_), qr/is not a key of this time/, "a clock that is wrong by $_ is refused", 'app')
	  for '1 hour', '1 day', '1 year', '-25 hours', '-1 year';
	fails("INSERT INTO drafts (id, created_at) VALUES (uuid_interval_at(now(), $parameters), now())",
		qr/permission denied for table drafts/, 'a client cannot set created_at', 'app');
	return like(query(qq{
		SELECT count(*)
		  FROM generate_series(0, 32767) AS prefix
		 WHERE uuid_interval_between(uuid_block_lower(prefix, 32768),
									 now() - interval '24 hours', now() + interval '10 min', $parameters)}),
		qr/^29[01]$/, 'as many random keys pass as the page says');
}

# The lines for each client stand in the programs that its section links to.
sub test_lines_of_programs
{
	my ($lines, @foreign) = 0;
	for my $section (split /^## /m, slurp('doc/clients.md'))
	{
		my @programs = map { slurp($_) } $section =~ m{\]\(\.\./(examples/[^)]+\.\w+)\)}g;
		my %of_programs = map { s/^\s+//r => 1 } map { split /\n/ } @programs;
		for my $line (map { split /\n/ } $section =~ /^```(?!sql|text)\w+\n(.*?)^```$/msg)
		{
			$lines++;
			push @foreign, $line unless $of_programs{ $line =~ s/^\s+//r };
		}
	}
	cmp_ok($lines, '>', 20, 'there are lines of code for clients');
	return is(join("\n", @foreign), '', 'which are those of the programs that are run');
}

# What migrations do to a default, by tools of which the page names each in a row, is what t/checks/examples has seen.
sub test_tools_that_migrate
{
	my @seen;
	for my $row (grep { !/^tool\t/ } split /\n/, slurp('examples/defaults.tsv'))
	{
		my ($tool, @cells) = split /\t/, $row;
		my ($name, $setting) = $tool =~ /^(\w+)[^,]*(?:, (.*))?$/;
		push @seen, { name => $name, setting => $setting // '', cells => join ' | ', @cells };
	}
	my ($table) = slurp('doc/clients.md') =~ /^\| tool \|.*\n\|[-|]+\n((?:\|.*\n)+)/m;
	my (%named, @unseen);
	for my $row (split /\n/, $table)
	{
		my ($tools, $cells) = $row =~ /^\| ([^|]+) \| (.*) \|$/;
		$cells =~ s/\*//g;
		for my $tool (split /, (?![^(]*\))/, $tools =~ s/`//gr)
		{
			# Of those with several settings, the one that the page names, or else the plainest.
			my ($found) = sort { ($tool =~ /\Q$b->{setting}\E/ ? length $b->{setting} : 0)
					  <=> ($tool =~ /\Q$a->{setting}\E/ ? length $a->{setting} : 0)
					|| length $a->{setting} <=> length $b->{setting} }
			  grep { $tool =~ /\b$_->{name}\b/ } @seen;
			$named{ $found->{name} } = 1 if $found;
			push @unseen, "$tool: $cells" unless $found && $found->{cells} eq $cells;
		}
	}
	is(join(' ', sort keys %named), join(' ', sort keys %{ { map { $_->{name} => 1 } @seen } }),
		'the page has each tool that migrates a default');
	return is(join("\n", @unseen), '', 'and what it does');
}
