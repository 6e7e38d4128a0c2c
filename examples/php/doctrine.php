<?php

// Doctrine ORM. libpq's environment variables (PGHOST, PGUSER ...) name the server.
//
// It creates the tables; inserts an order and 1,000; deletes the orders of an empty span, which are none; counts those
// of the last hour. With the argument "delete", it deletes those. t/checks/examples looks at the rows.

declare(strict_types=1);

namespace Shop;

use DateInterval;
use DateTimeImmutable;
use Doctrine\DBAL\DriverManager;
use Doctrine\ORM\Configuration;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\Id\AbstractIdGenerator;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Mapping\Driver\AttributeDriver;
use Doctrine\ORM\QueryBuilder;
use Doctrine\ORM\Tools\SchemaTool;
use SequentialUuids\IntervalUuid;

require 'Doctrine/ORM/autoload.php';
// In a project, Composer loads them.
foreach (glob(__DIR__ . '/../../clients/php/src/*.php') as $file) {
    require $file;
}

// Doctrine wants each key before the INSERT: with the default alone, an entity "is missing an assigned ID".
final class KeyGenerator extends AbstractIdGenerator
{
    public static function keys(): IntervalUuid
    {
        static $keys = null;
        return $keys ??= new IntervalUuid(new DateInterval('PT5M'), new DateInterval('P60D'));
    }

    public function generateId(EntityManagerInterface $em, $entity): string
    {
        return self::keys()->next();
    }
}

#[ORM\Entity]
#[ORM\Table(name: 'doctrine_orders')]
class Order
{
    // The default is for other programs. Not "options: ['default' => ...]", which makes it a string.
    #[ORM\Id]
    #[ORM\GeneratedValue(strategy: 'CUSTOM')]
    #[ORM\CustomIdGenerator(class: KeyGenerator::class)]
    #[ORM\Column(type: 'guid', columnDefinition: "uuid NOT NULL DEFAULT uuid_interval_nextval('5 min', '60 days')")]
    public string $id;

    #[ORM\Column(
        name: 'created_at',
        type: 'datetimetz_immutable',
        insertable: false,
        updatable: false,
        columnDefinition: 'timestamptz NOT NULL DEFAULT now()',
    )]
    public DateTimeImmutable $createdAt;

    public function __construct(#[ORM\Column(type: 'text')] public string $item)
    {
    }
}

// Whether a key lies in one of these ranges: conditions without a function.
function restrict(QueryBuilder $query, array $ranges): QueryBuilder
{
    $query->andWhere(implode(' OR ', array_map(fn (int $i) => "o.id BETWEEN :s$i AND :l$i", array_keys($ranges))));
    foreach ($ranges as $i => $range) {
        $query->setParameter("s$i", $range['smallest'])->setParameter("l$i", $range['largest']);
    }
    return $query;
}

$configuration = new Configuration();
$configuration->setMetadataDriverImpl(new AttributeDriver([]));
$configuration->setProxyDir(sys_get_temp_dir());
$configuration->setProxyNamespace('Proxies');
$connection = DriverManager::getConnection([
    'driver' => 'pdo_pgsql',
    'host' => getenv('PGHOST'),
    'port' => getenv('PGPORT'),
    'user' => getenv('PGUSER'),
    'password' => getenv('PGPASSWORD'),
    'dbname' => getenv('PGDATABASE'),
]);
$em = new EntityManager($connection, $configuration);
$now = new DateTimeImmutable();
$hourAgo = new DateTimeImmutable('-1 hour');
$delete = fn (array $ranges) => restrict($em->createQueryBuilder()->delete(Order::class, 'o'), $ranges)
    ->getQuery()->execute();
if (($argv[1] ?? '') === 'delete') {
    $delete(KeyGenerator::keys()->ranges($hourAgo, $now));
    exit;
}
(new SchemaTool($em))->createSchema([$em->getClassMetadata(Order::class)]);

$em->persist(new Order('a pen'));
$em->flush();
// flush() sends a statement per row; this is one, whose keys come from the default.
$items = json_encode(array_map(fn (int $number) => "book $number", range(0, 999)));
$connection->executeQuery(
    'INSERT INTO doctrine_orders (item) SELECT json_array_elements_text(?) RETURNING id',
    [$items]
);

$delete(KeyGenerator::keys()->ranges($now, $now));
$latest = $em->createQueryBuilder()->select('count(o)')->from(Order::class, 'o')->where('o.createdAt >= :from');
$latest->setParameter('from', $hourAgo);
restrict($latest, KeyGenerator::keys()->ranges($hourAgo, new DateTimeImmutable('+1 minute')));
echo $latest->getQuery()->getSingleScalarResult(), "\n";
// The system's packages are not pinned, so the row has no version.
echo "Doctrine ORM\n";
