# doc/new-keys.md: new keys keep the order of rows, and references lead where they did; examples/from_uuidv1.sql does so
# while clients are at work.
use strict;
use warnings;

use IPC::Run qw(start kill_kill);
use Pages;
use PostgreSQL::Test::Utils;
use Test::More;

# References without a foreign key.
my $references = q{
	SELECT count(*), count(*) FILTER (WHERE subject_item = item) FROM comments JOIN invoices AS i ON i.id = subject_id
	UNION ALL
	SELECT count(*), count(*) FILTER (WHERE content ->> 'item' = item)
	  FROM messages JOIN invoices AS i ON i.id::text = content ->> 'invoice_id'};

page('doc/new-keys.md',
	given => [ 'app.sql', 'orders.sql' ],
	after => [
		qr/lag\(k\.new_id\)/ => sub {
			# Of many rows with one time, and of more than there are microseconds up to the next.
			my ($again) = slurp('doc/new-keys.md') =~ /^(CREATE TABLE new_v7_keys.*?;\n).*?^```$/ms;
			my ($count) = slurp('doc/new-keys.md') =~ /^(SELECT count\(\*\) FROM \(\n    SELECT k\.new_id.*?;)$/ms;
			query(q{
				DROP TABLE new_v7_keys;
				INSERT INTO orders (created_at)
				SELECT timestamptz '2026-11-29' + n / 5000 * interval '20 us' FROM generate_series(1, 20000) AS n});
			gives($again . $count, 0, 'which keeps the order of rows with the same time');
			gives('SELECT count(DISTINCT new_id) > 20000 FROM new_v7_keys', 't', '... of all rows');
		}
	],
	sections => {
		'A new uuid column' => {
			given => ['integer_keys.sql'],
			# Whoever starts again gets the same keys from the map.
			at_end => sub {
				gives($references, "5000|5000\n5000|5000", 'each reference leads to its invoice');
				query('ALTER TABLE invoices DROP COLUMN id; ALTER TABLE invoices ADD COLUMN id uuid');
				query(sql_block('doc/new-keys.md', qr/CREATE TABLE new_invoice_keys/) =~ s/^CREATE TABLE .*//r);
				gives($references, "5000|5000\n5000|5000", 'also after all was filled again');
			}
		},
		'From integer keys' => {
			given => [ 'integer_keys.sql', 'second_keys.sql' ],
			# Clients have left out one key or the other meanwhile; the section itself has dropped the old one.
			at_end => sub {
				gives(q{
					SELECT count(*), count(*) FILTER (WHERE item = invoice_item)
					  FROM invoice_lines JOIN invoices ON invoices.id = invoice_id}, '5000|5000', 'each line has its invoice');
				gives(q{
					SELECT bool_and(uuid_interval_between(id, created_at, created_at + interval '1 min', '5 min', '60 days'))
					  FROM invoices}, 't', 'and each invoice the key of its time');
			}
		},
		# t/pgtap/sql_only.sql compares its functions in SQL with those in C.
		'From UUIDv1' => { given => ['keys_of_version_1.sql'] }
	});

my ($clients, $output) = (undef, PostgreSQL::Test::Utils::tempdir() . '/clients');

page('examples/from_uuidv1.sql',
	given => ['keys_of_version_1.sql'],
	# Clients that go on until the end, or until they meet an error.
	before => sub {
		$clients = start [ 'pgbench', '--no-vacuum', '--client=4', '--rate=100', '--time=600', '--max-tries=1000',
			'--file=t/pages/clients_with_old_keys.pgbench.sql' ], '>&', $output;
		node()->poll_query_until($ENV{PGDATABASE}, 'SELECT sum(touched) > 100 FROM customers');
	},
	at_end => sub {
		ok($clients->pumpable, 'clients were at work to the end');
		kill_kill $clients;
		node()->poll_query_until($ENV{PGDATABASE},
			q{SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'pgbench')});
		unlike(slurp($output), qr/aborted|ERROR/, 'no client meets an error meanwhile');
		my $inserted = 30001;
		gives(qq{
			SELECT bool_and(number = customer_number) AS same_customers,
				   count(*) = $inserted + (SELECT sum(touched) FROM customers) AS as_many_as_clients_inserted,
				   count(*) > $inserted + 10 AS clients_were_at_work,
				   string_agg(DISTINCT substr(o.id::text, 15, 1), ',') AS versions_of_orders,
				   string_agg(DISTINCT substr(c.id::text, 15, 1), ',') AS versions_of_customers
			  FROM orders AS o
			  JOIN customers AS c ON c.id = customer_id}, 't|t|t|4,7|4,7',
			'at the end, all foreign keys lead to their customers, and all v1 keys are converted');
		gives(q{
			SELECT bool_and(ordered)
			  FROM (SELECT number > lag(number, 1, 0) OVER (ORDER BY id) AS ordered
					  FROM customers WHERE substr(id::text, 15, 1) = '7') AS s}, 't',
			'the new keys are in the order of the old');
		gives(q{SELECT confupdtype FROM pg_constraint WHERE conname = 'orders_customer_id_fkey'}, 'a',
			'and the foreign key is as it was');
	});
