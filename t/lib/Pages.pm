# Tests the pages of the documentation, all in the same way: their blocks of SQL run in order, in a database of the
# page's own, and must print the output that the page shows behind them.  What a page takes as given, and what else has
# to be true of it, is in t/pages/.
package Pages;
use strict;
use warnings;
use utf8;

use Encode qw(decode encode);
use Exporter qw(import);
use InitdbTemplate;
use IPC::Run qw(run);
use List::Util qw(pairs);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(slurp words sql_of sql_block shell_block prints_as_shown rows
  page test_page new_server in_database node query gives fails runs_shell create_events);

# --- what a page has ---------------------------------------------------------------------

# A file as text; and as one line, in which a pattern of several words matches.
sub slurp { my ($file) = @_; return decode('UTF-8', slurp_file($file)) }
sub words { my ($file) = @_; return slurp($file) =~ s/\s+/ /gr }

# The sections of a page that contain SQL, each behind the head of the page; the head alone if no section does.
sub sections
{
	my ($text) = @_;
	my ($head, @sections) = split /^(?=## )/m, $text;
	@sections = grep { /^ *```sql/m } @sections;
	return @sections ? map { $head . $_ } @sections : $head;
}

# The blocks of SQL, and with each the output that follows: a block without a language, at once or after an empty line.
sub sql_blocks
{
	my ($text) = @_;
	my @blocks;
	push @blocks, { sql => $2, shown => $3 }
	  while $text =~ /^( *)```sql\n(.*?)^\1```\n(?:\n?\1```\n(.*?)^\1```$)?/msg;
	return @blocks;
}

# The statements alone, of the blocks of a file; and those of the only block that matches.
sub sql_of { my ($file) = @_; return map { $_->{sql} } sql_blocks(slurp($file)) }
sub sql_block { my ($file, $pattern) = @_; return only($file, $pattern, sql_of($file)) }
sub shell_block { my ($file, $pattern) = @_; return only($file, $pattern, slurp($file) =~ /^```sh\n(.*?)^```$/msg) }

sub only
{
	my ($file, $pattern, @blocks) = @_;
	my @found = grep { /$pattern/ } @blocks;
	@found == 1 or BAIL_OUT(@found . " blocks of $file match $pattern");
	return $found[0];
}

# How many blocks without a language are no such output.  What was recorded on a test server, or is no SQL, is "text".
sub other_blocks
{
	my ($text) = @_;
	my @fences = $text =~ /^ *(```.*)$/mg;
	my $unnamed = grep { $_ % 2 == 0 && $fences[$_] eq '```' } 0 .. $#fences;
	return $unnamed - grep { defined $_->{shown} } sql_blocks($text);
}

# --- what psql prints ----------------------------------------------------------------------

# The lines of an output of psql, without what depends only on the width of its columns.
sub lines
{
	my ($output) = @_;
	return map {
		my $line = s/^-\[ RECORD \d+ \]\K[-+]*$//r;
		$line eq '…' ? $line : join '|', map { s/^\s+|\s+$//gr } split /\|/, $line, -1;
	} grep { !/^[-+]*$/ } split /\n/, $output;
}

# Whether what psql has printed is what the page shows.  There, … stands for any characters of a column, and alone on
# its line, for any lines.  Numbers of rows may be left out.
sub prints_as_shown
{
	my ($printed, $shown) = @_;
	my $number_of_rows = qr/^\(\d+ rows?\)$/m;
	$printed =~ s/$number_of_rows//g unless $shown =~ $number_of_rows;
	my $pattern = join '', map {
		$_ eq '…' ? '(?:.*\n)*' : join('[^|\n]*', map { quotemeta } split /…/, $_, -1) . '\n'
	} lines($shown);
	return $shown =~ /[^…\s]/ && join('', map { "$_\n" } lines($printed)) =~ /^$pattern\z/;
}

# The rows of the last table that psql has printed, as psql -At prints them.  Behind a table stands the number of its
# rows, except if it is expanded.
sub rows
{
	my ($printed) = @_;
	my ($table) = $printed =~ /.*^[-+]+\n(.*)^\(\d+ rows?\)\s*\z/ms;
	return lines($table) if defined $table;
	my ($records) = $printed =~ /.*^-\[ RECORD 1 \][-+]*\n(.*)\z/ms;
	return map { join '|', map { s/^.*?\|//r } lines($_) } split /^-\[ RECORD .*\n/m, $records // '';
}

# --- servers, and what tests ask of them ---------------------------------------------------

# The database that is being tested, and its server.
my ($node, $database, $main);
sub node { return $node }

sub new_server
{
	my ($name, @settings) = @_;
	my $server = PostgreSQL::Test::Cluster->new($name);
	# The costs that pages show are those without data checksums, which are on by default from 18 on.
	$server->init($server->pg_version < 18 ? () : (extra => ['--no-data-checksums']));
	$server->append_conf('postgresql.conf', $_) for "timezone = 'UTC'", @settings;
	$server->start;
	return $server;
}

sub main_server { return $main //= new_server('documentation') }

# Calls a test, for which this is the database.  Programs find it, too.
sub in_database
{
	my ($server, $name, $test) = @_;
	my @before = ($node, $database);
	($node, $database) = ($server, $name);
	local @ENV{qw(PGHOST PGPORT PGDATABASE)} = ($node->host, $node->port, $database);
	$test->();
	($node, $database) = @before;
	return;
}

# These take a role as last argument, by default the superuser: what a statement returns, whether that is as expected,
# and whether it fails with an error that matches.
sub as { my ($role) = @_; return $role ? (extra_params => [ '-U', $role ]) : () }
sub query { my ($sql, $role) = @_; return $node->safe_psql($database, $sql, as($role)) }

sub gives
{
	my ($sql, $expected, $name, $role) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return is(query($sql, $role), $expected, $name);
}

sub fails
{
	my ($sql, $error, $name, $role) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return like(($node->psql($database, $sql, as($role)))[2], $error, $name);
}

# The table that README creates, and other pages use.
sub create_events { return query(sql_block('README.md', qr/CREATE TABLE events/) =~ /(CREATE TABLE.*?;)/s) }

# Whether a block of shell commands runs, or fails with an error that matches.
sub runs_shell
{
	my ($commands, $name, $error) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	my @command = ('sh', '-ec', $commands);
	return $error ? $node->command_fails_like(\@command, $error, $name) : $node->command_ok(\@command, $name);
}

# --- the test of a page --------------------------------------------------------------------

# What single pages need, each in a file of t/pages/:
#   given         files there that create what the page takes as given.  The sections of such a page begin anew, since
#                 each shows another way
#   role          who runs the blocks, and owns the database: by default the superuser
#   sections      what is otherwise in some sections, by title
#   before        called before the first block
#   after         pairs of a pattern and what is called with the rows of each block that matches
#   at_end        called after the last block
#   besides       called after all sections, in another database, which has both extensions
my %about;
sub page
{
	my ($page, %needs) = @_;
	-f $page or BAIL_OUT("there is no page $page");
	!$about{$page} or BAIL_OUT("two files of t/pages are about $page");
	$about{$page} = \%needs;
	return 1;
}

# Creates the present database, with what is given.
sub create_database
{
	my ($text, %needs) = @_;
	my $owner = $needs{role} ? "OWNER $needs{role}" : '';
	$node->safe_psql('postgres', "CREATE ROLE $needs{role} LOGIN") if $owner;
	$node->safe_psql('postgres', qq{CREATE DATABASE "$database" $owner});
	my $creates_it = $text =~ /^CREATE EXTENSION sequential_uuids\b(?!_)/m;
	query('CREATE EXTENSION sequential_uuids') unless $creates_it;
	query('CREATE EXTENSION sequential_uuids_advice')
	  if $text =~ /uuid_(?:advise|index_report|key_dependencies)\(/
	  && $text !~ /^CREATE EXTENSION sequential_uuids_advice\b/m;
	return if $creates_it;
	query(slurp("t/pages/$_")) for @{ $needs{given} // [] };
	return;
}

# Runs a block in psql, which is to print what the page shows: also command tags, messages or an expanded table if there
# are some.  Returns the exit status, what has been printed, and the messages if these are apart.
sub run_block
{
	my ($block, $role) = @_;
	my ($sql, $shown) = ($block->{sql}, $block->{shown} // '');
	my @options = ('-X', '-v', 'ON_ERROR_STOP=1', $role ? ('-U', $role) : ());
	push @options, '-q' unless $shown =~ /^[A-Z]+(?: [A-Z]+)*(?: \d+)*$/m;
	push @options, '-x' if $shown =~ /^-\[ RECORD/m && $sql !~ /\\(?:x|gx)\b/;

	local $ENV{PGCLIENTENCODING} = 'UTF8';
	my ($printed, $messages) = ('', '');
	my @output = $shown =~ /^(?:ERROR|WARNING|NOTICE):  /m ? ('>&', \$printed) : ('>', \$printed, '2>', \$messages);
	run [ 'psql', @options ], '<', \encode('UTF-8', $sql), @output;
	return ($? >> 8, decode('UTF-8', $printed), decode('UTF-8', $messages));
}

sub test_block
{
	my ($page, $block, $role) = @_;
	my ($first_line) = split /\n/, $block->{sql};

	# Nothing need wait that long here.
	$block->{sql} =~ s/over => '10 s'/over => '1 s'/;
	$block->{sql} =~ s{^SELECT pg_sleep_for\(current_setting\('checkpoint_timeout'\)::interval\)}
					  {CHECKPOINT; SELECT pg_sleep(1)}m;
	# A validated CHECK spares SET NOT NULL from reading the table under its lock.
	my $sets_not_null = $block->{sql} =~
	  s/^(ALTER TABLE [^;]* SET NOT NULL\b[^;]*;)/SET client_min_messages = debug1;\n$1\nRESET client_min_messages;/m;

	my ($status, $printed, $messages) = run_block($block, $role);
	if ($sets_not_null)
	{
		like($messages, qr/existing constraints .* are sufficient to prove/, 'which proves that no key is NULL');
		unlike($messages, qr/verifying table/, 'and reads no table under the lock');
	}
	my $shown = $block->{shown};
	is($status, $shown && $shown =~ /^ERROR:  /m ? 3 : 0, "$page: $first_line ...") or diag($messages);
	is($messages, '', '... without a message') if $role;
	if ($shown)
	{
		# From 18 on, advice calls core's function.
		$printed =~ s/(?<![.\w])uuidv7\(\)/public.uuid_v7_nextval()/g if $node->pg_version >= 18;
		ok(prints_as_shown($printed, $shown), 'which prints what the page shows')
		  or diag("The page shows:\n$shown\npsql prints:\n$printed");
	}
	my @rows = rows($printed);
	is($rows[-1], $1, 'which prints the number that the page shows') if $block->{sql} =~ /^-- (\d+)$/m;
	return @rows;
}

# The blocks of a page or section, in the present database.
sub test_section
{
	my ($page, $text, $reached, %needs) = @_;
	# Those for several servers, and their output, are in t/012_distributed.pl and t/019_citus.pl.  Those for pg_partman
	# run nowhere: packages have only versions that know no UUIDv7.
	my $elsewhere = qr/on (?:east|west|east and west)|with (?:citus|pg_partman)/;
	$text =~ s/^```sql\n-- $elsewhere\n.*?^```\n(?:\n?```\n.*?^```\n)?//msg;
	# A page without SQL needs no database.
	return unless sql_blocks($text) || $needs{before} || $needs{at_end};
	create_database($text, %needs);
	$needs{before}->() if $needs{before};
	for my $block (sql_blocks($text))
	{
		my @checks = grep { $block->{sql} =~ /$_->[0]/m } pairs @{ $needs{after} // [] };
		$reached->{ $_->[0] } = 1 for @checks;
		my @rows = test_block($page, $block, $needs{role});
		$_->[1]->(@rows) for @checks;
	}
	$needs{at_end}->() if $needs{at_end};
	return;
}

sub test_page
{
	my ($page) = @_;
	my $text = slurp($page);
	$text = "```sql\n$text```\n" if $page =~ /\.sql$/;
	my %needs = %{ $about{$page} // {} };
	my ($name, $part, %reached) = ($page =~ s/\W/_/gr, 0);
	for my $section ($needs{given} ? sections($text) : $text)
	{
		my ($title) = $section =~ /.*^## (.*?)$/ms;
		my %of_section = %{ $needs{sections}{ $title // '' } // {} };
		in_database(main_server(), $name . $part++,
			sub { test_section($page, $section, \%reached, %needs, %of_section) });
	}
	is(other_blocks($text), 0, "$page: each block without a language is an output");
	my @not_reached = grep { !$reached{$_} } map { $_->[0] } pairs @{ $needs{after} // [] };
	is("@not_reached", '', "$page: each of its tests has a block that it follows");
	in_database(main_server(), $name, sub { create_database('uuid_advise('); $needs{besides}->() }) if $needs{besides};
	return;
}

1;
