# A page of the documentation: its sections, its blocks of SQL, the output that it shows
# behind them, and whether psql prints that.
package Pages;
use strict;
use warnings;
use utf8;

use Encode qw(decode encode);
use Exporter qw(import);
use IPC::Run qw(run);
use PostgreSQL::Test::Utils;

our @EXPORT = qw(slurp sections sql_blocks sql_of other_blocks run_block prints_as_shown rows);

# A file as text.
sub slurp { my ($file) = @_; return decode('UTF-8', slurp_file($file)) }

# The sections of a page that contain SQL, each behind the head of the page; the head alone
# if no section does.
sub sections
{
	my ($page) = @_;
	my ($head, @sections) = split /^(?=## )/m, $page;
	@sections = grep { /^ *```sql/m } @sections;
	return @sections ? map { $head . $_ } @sections : $head;
}

# The blocks of SQL, and with each the output that follows: a block without a language, at
# once or after an empty line.
sub sql_blocks
{
	my ($text) = @_;
	my @blocks;
	while ($text =~ /^( *)```sql\n(.*?)^\1```\n(?:\n?\1```\n(.*?)^\1```$)?/msg)
	{
		push @blocks, { sql => $2, shown => $3 };
	}
	return @blocks;
}

# The statements alone, of the blocks of a file.
sub sql_of { my ($file) = @_; return map { $_->{sql} } sql_blocks(slurp($file)) }

# How many blocks without a language are no such output.
sub other_blocks
{
	my ($text) = @_;
	my @fences = $text =~ /^ *(```.*)$/mg;
	my $unnamed = grep { $_ % 2 == 0 && $fences[$_] eq '```' } 0 .. $#fences;
	return $unnamed - grep { defined $_->{shown} } sql_blocks($text);
}

# Runs a block in psql, which is to print what the page shows: also command tags, messages
# or an expanded table if there are some.  Returns the exit status, what has been printed, and
# the messages if these are apart.
sub run_block
{
	my ($node, $database, $block) = @_;
	my ($sql, $shown) = ($block->{sql}, $block->{shown} // '');
	my @options = ('-X', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr($database));
	push @options, '-q' unless $shown =~ /^[A-Z]+(?: [A-Z]+)*(?: \d+)*$/m;
	push @options, '-x' if $shown =~ /^-\[ RECORD/m && $sql !~ /\\(?:x|gx)\b/;
	my $has_messages = $shown =~ /^(?:ERROR|WARNING|NOTICE):  /m;

	local $ENV{PGCLIENTENCODING} = 'UTF8';
	my ($printed, $messages) = ('', '');
	my @output = $has_messages ? ('>&', \$printed) : ('>', \$printed, '2>', \$messages);
	run [ 'psql', @options ], '<', \encode('UTF-8', $sql), @output;
	return ($? >> 8, decode('UTF-8', $printed), decode('UTF-8', $messages));
}

# The lines of an output of psql, without what depends only on the width of its columns.
sub lines
{
	my ($output) = @_;
	return map {
		my $line = s/^-\[ RECORD \d+ \]\K[-+]*$//r;
		$line eq '…' ? $line : join '|', map { s/^\s+|\s+$//gr } split /\|/, $line, -1;
	} grep { !/^[-+]*$/ } split /\n/, $output;
}

# Whether what psql has printed is what the page shows.  There, … stands for any characters
# of a column, and alone on its line, for any lines.  Numbers of rows may be left out.
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

# The rows of the last table that psql has printed, as psql -At prints them.  Behind a table
# stands the number of its rows, except if it is expanded.
sub rows
{
	my ($printed) = @_;
	my ($table) = $printed =~ /.*^[-+]+\n(.*)^\(\d+ rows?\)\s*\z/ms;
	return lines($table) if defined $table;
	my ($records) = $printed =~ /.*^-\[ RECORD 1 \][-+]*\n(.*)\z/ms;
	return map { join '|', map { s/^.*?\|//r } lines($_) } split /^-\[ RECORD .*\n/m, $records // '';
}

1;
