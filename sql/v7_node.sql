\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, nodes need C; sanitizers: yes; architectures: all; JIT: 0
-- UUIDv7 with a node: where it stands, its bounds, and the free bits as in free_bits.sql.
SELECT node, bits, (('x' || replace(id::text, '-', ''))::bit(128) << 66)::bit(16)::int >> (16 - bits) AS found
  FROM (VALUES (0, 1), (1, 1), (5, 4), (15, 4), (1000, 10), (65535, 16)) AS n (node, bits),
	   uuid_v7_nextval(node, bits) AS id;
SELECT arguments || in_lines(error_of(format('SELECT uuid_v7_nextval(%s)', arguments))) AS outcome
  FROM unnest('{"0, -2147483648","0, -1","0, 0","0, 1","0, 16","0, 17","0, 2147483647",
				"-2147483648, 1","-1, 1","1, 1","2, 1","2147483647, 1",
				"-1, 16","65535, 16","65536, 16"}'::text[]) AS arguments;
SELECT call, bits.* FROM unnest('{"uuid_v7_nextval(5, 4)","uuid_v7_nextval(65535, 16)"}'::text[]) AS call,
	   bits_of(call, 64) AS bits;
