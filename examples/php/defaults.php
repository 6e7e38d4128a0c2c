<?php

// What Doctrine's SchemaTool makes of a column's default: a row of defaults.tsv, for t/checks/examples. libpq's
// environment variables (PGHOST, PGUSER ...) name the server.
//
// Usage: defaults.php TOOL MODEL
//
// It brings the table TOOL_defaults to the model, whose key has a default in the "table", "other" than before, in
// "both" the table and the client, or in the "client" alone. The tool doctrine_hidden does not see the default.

declare(strict_types=1);

namespace Shop;

use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Event\SchemaColumnDefinitionEventArgs;
use Doctrine\DBAL\Schema\AbstractAsset;
use Doctrine\DBAL\Schema\Column;
use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\Configuration;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\Mapping\Builder\ClassMetadataBuilder;
use Doctrine\ORM\Mapping\ClassMetadata;
use Doctrine\ORM\Mapping\Driver\AttributeDriver;
use Doctrine\ORM\Tools\SchemaTool;

require 'Doctrine/ORM/autoload.php';

// Shows SchemaTool such a column without its default, which it would drop.
final class KeepDefaults
{
    public function onSchemaColumnDefinition(SchemaColumnDefinitionEventArgs $event): void
    {
        $column = $event->getTableColumn();
        if (str_contains((string) $column['default'], 'uuid_interval_nextval(')) {
            $event->setColumn(new Column($column['field'], Type::getType('guid')));
            $event->preventDefault();
        }
    }
}

final class Row
{
    public string $id;
}

[, $tool, $model] = $argv;
$table = "{$tool}_defaults";
$interval = $model === 'other' ? '10 min' : '5 min';
$default = $model === 'client' ? '' : " DEFAULT uuid_interval_nextval('$interval', '60 days')";

$configuration = new Configuration();
$configuration->setMetadataDriverImpl(new AttributeDriver([]));
$configuration->setProxyDir(sys_get_temp_dir());
$configuration->setProxyNamespace('Proxies');
$configuration->setSchemaAssetsFilter(
    fn (string|AbstractAsset $asset) => (is_string($asset) ? $asset : $asset->getName()) === $table
);
$connection = DriverManager::getConnection([
    'driver' => 'pdo_pgsql',
    'host' => getenv('PGHOST'),
    'port' => getenv('PGPORT'),
    'user' => getenv('PGUSER'),
    'password' => getenv('PGPASSWORD'),
    'dbname' => getenv('PGDATABASE'),
], $configuration);
if ($tool === 'doctrine_hidden') {
    $connection->getEventManager()->addEventListener('onSchemaColumnDefinition', new KeepDefaults());
}
$metadata = new ClassMetadata(Row::class);
$builder = (new ClassMetadataBuilder($metadata))->setTable($table);
$builder->createField('id', 'guid')->makePrimaryKey()->columnDefinition("uuid NOT NULL$default")->build();
(new SchemaTool(new EntityManager($connection, $configuration)))->updateSchema([$metadata], true);
// The system's packages are not pinned, so the row has no further version.
echo 'Doctrine ORM 2, SchemaTool', $tool === 'doctrine_hidden' ? ' with a listener' : '', PHP_EOL;
