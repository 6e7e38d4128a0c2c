# doc/clients.md finds and refuses keys of clients, and its lines of code are those of programs that are run.
use strict;
use warnings;

use Pages;
use PostgreSQL::Test::Utils;
use Test::More;

page('doc/clients.md',
	given => ['app.sql'],
	after => [
		qr/^CREATE TABLE orders/ => sub { query(slurp('t/pages/keys_of_clients.sql')) },
		qr/IS DISTINCT FROM '4'/ => sub {
			# All of 2,000, except for version 4 whose random block is by chance that of its time.
			cmp_ok(scalar @_, '>=', 1990, 'which finds nearly all keys of clients');
			cmp_ok(scalar @_, '<=', 2000, 'and no key of the server');
		},
		qr/has_column_privilege/ => \&test_refuses_other_versions,
		qr/uuid_interval_between\(id, now\(\)/ => sub { is(@_, 3, 'which finds the rows inserted above') },
		qr/^CREATE TABLE notes/ => \&test_finds_texts
	],
	besides => sub {
		test_refuses_wrong_clocks();
		test_lines_of_programs();
		test_tools_that_migrate();
		test_clients_that_name_the_key();
	});

sub test_refuses_other_versions
{
	my $example = slurp('examples/refuse_other_versions.sql');
	query($example);
	my $insert = 'INSERT INTO orders (id) VALUES (gen_random_uuid())';
	fails($insert, qr/a client has generated the key/, 'a key of a client is refused');
	gives(q{
		WITH new AS (INSERT INTO orders DEFAULT VALUES RETURNING id),
			 old AS (UPDATE orders SET item = 1 WHERE created_at < now() RETURNING id)
		SELECT (SELECT count(*) FROM new), (SELECT count(*) FROM old)}, '1|3003',
		'those of the server are taken, and old rows updated');
	# What its comment has instead.
	my ($function) = $example =~ /^(CREATE FUNCTION .*?^END \$\$;)/ms;
	query($function =~ s/^CREATE/CREATE OR REPLACE/r =~ s/^ *RAISE check_violation.*\n//mr =~ s/^ *-- +(?=R[AE])//mgr);
	my $key = query("$insert RETURNING id");
	return like(slurp_file(node()->logfile), qr/LOG:  key $key from \S+ at/, 'or taken, and logged');
}

# In each form that the page names, the bounds find the key, and use the index.
sub test_finds_texts
{
	my ($select) = sql_block('doc/clients.md', qr/^CREATE TABLE notes/) =~ /(^SELECT .*)/ms;
	my $at = "uuid_interval_at('2026-11-12 07:%s+00', '5 min', '60 days')";
	my %forms = (
		'text' => '%s::text',
		'char(36)' => '%s::text::bpchar',
		'char(32)' => q{replace(%s::text, '-', '')::bpchar},
		'varchar(36)' => 'upper(%s::text)',
		'bytea' => 'uuid_send(%s)');
	for my $type (sort keys %forms)
	{
		my $form = sub { my ($value) = @_; return sprintf $forms{$type}, $value };
		query("DROP TABLE notes; CREATE TABLE notes (id $type PRIMARY KEY)");
		query('INSERT INTO notes VALUES (' . $form->(sprintf $at, '30') . '), (' . $form->('gen_random_uuid()') . ')');
		my $of_form = $select =~ s/= (uuid_block_\w+\(.*\))::text/'= ' . $form->($1)/mger;
		gives("SELECT count(*) FROM ($of_form) AS s" =~ s/;//r, 1, "a span has the key of it as $type");
		like(query("SET enable_seqscan = off; SET enable_bitmapscan = off; EXPLAIN $of_form"),
			qr/Index Cond: .*>=.*<=/, 'and is a range of the index');
	}
	return;
}

# The trigger for keys that clients generate; t/024_client_rows.pl has its other tests.
sub test_refuses_wrong_clocks
{
	query(slurp('examples/refuse_other_times.sql'));
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
		qr/^29[01]$/, 'as many random keys pass as the example says');
}

# The lines for each client stand in the programs that its section links to.
sub test_lines_of_programs
{
	my ($lines, @foreign) = 0;
	for my $section (split /^##+ /m, slurp('doc/clients.md'))
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

# INSERTs that name the key fail without the privilege, as t/checks/examples has seen.
sub test_clients_that_name_the_key
{
	my ($named) = words('doc/clients.md') =~ /\[([^]]+)\]\(\.\.\/examples\/clients\.tsv\) name the key/;
	my %names = map { $_ => 1 } map { /^(\w+)/ } grep { /\tno$/ } split /\n/, slurp('examples/clients.tsv');
	return is(join(' ', sort split /,? (?:and )?/, $named), join(' ', sort keys %names), 'the page has each that does');
}
