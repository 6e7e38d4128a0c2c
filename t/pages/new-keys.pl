# doc/new-keys.md, and the examples that it names: new keys keep the order of rows, and references lead where they did;
# of the examples, examples/from_uuidv1.sql runs while clients are at work.
use strict;
use warnings;

use IPC::Run qw(start kill_kill);
use Pages;
use PostgreSQL::Test::Utils;
use Test::More;

page('doc/new-keys.md',
	given => [],
	# t/pgtap/sql_only.sql compares the conversions in SQL with those in C.
	sections => { 'From UUIDv1' => { given => ['keys_of_version_1.sql'] } });

page('examples/v7_in_order.sql',
	before => sub {
		query(sql_block('doc/new-keys.md', qr/CREATE TABLE tickets/));
		# Many rows with one time, and more than there are microseconds up to the next.
		query(q{
			INSERT INTO tickets (created_at)
			SELECT timestamptz '2026-11-29' + n / 5000 * interval '20 us' FROM generate_series(1, 20000) AS n});
	},
	at_end => sub {
		gives(q{
			SELECT count(DISTINCT new_id), count(*) FILTER (WHERE is_late)
			  FROM (SELECT k.new_id, k.new_id < lag(k.new_id) OVER (ORDER BY o.created_at, o.number) AS is_late
					  FROM tickets AS o JOIN new_v7_keys AS k ON k.old_id = o.id) AS s}, '25000|0',
			'the keys are in the order of the rows, also of those with the same time');
	});

page('examples/uuid_column.sql',
	given => ['integer_keys.sql'],
	at_end => sub {
		my $right = q{
			SELECT count(*), bool_and(
					   uuid_interval_between(i.id, created_at, created_at + interval '1 min', '5 min', '60 days'))
			  FROM invoices AS i JOIN new_invoice_keys USING (number, id)};
		gives($right, '50000|t', 'each invoice has the key of its time, which is written down');
		# Whoever starts again gets the same keys.
		query('ALTER TABLE invoices DROP COLUMN id; ALTER TABLE invoices ADD COLUMN id uuid');
		query(slurp('examples/uuid_column.sql') =~ /^(DO .*?^END \$\$;)$/ms);
		gives($right, '50000|t', 'also after all was filled again');
	});

page('examples/from_integer_keys.sql',
	given => [ 'integer_keys.sql', '../../examples/uuid_column.sql' ],
	at_end => sub {
		gives(q{
			SELECT count(*), count(*) FILTER (WHERE item = invoice_item)
			  FROM invoice_lines JOIN invoices ON invoices.id = invoice_id
			UNION ALL
			SELECT count(*), count(*) FILTER (WHERE subject_item = item)
			  FROM comments JOIN invoices AS i ON i.id = subject_id
			UNION ALL
			SELECT count(*), count(*) FILTER (WHERE content ->> 'item' = item)
			  FROM messages JOIN invoices AS i ON i.id::text = content ->> 'invoice_id'},
			join("\n", ('5000|5000') x 3), 'each line and each other reference leads to its invoice');
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
