<?php

// Laravel's Eloquent and its migrations. libpq's environment variables (PGHOST, PGUSER ...) name the server.
//
// It creates the tables; inserts an order and 1,000 by two statements; inserts two drafts; deletes the orders of an
// empty span, which are none; counts those of the last hour. With the argument "insert", it only inserts the orders,
// and with "delete" deletes those of the last hour. t/checks/examples looks at the rows.

declare(strict_types=1);

namespace Shop;

use DateTimeImmutable;
use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Builder;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Query\Expression;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Events\Dispatcher;
use SequentialUuids\IntervalUuid;

require 'Illuminate/Database/autoload.php';
require 'Illuminate/Events/autoload.php';
// In a project, Composer loads them.
foreach (glob(__DIR__ . '/../../clients/php/src/*.php') as $file) {
    require $file;
}

// An order, with a key by the time of its insertion.  With the trait HasUuids, Laravel would generate it.
final class Order extends Model
{
    protected $table = 'laravel_orders';
    // $incrementing stays true, or no key comes back.
    protected $keyType = 'string';
    protected $fillable = ['item'];
    // Otherwise Laravel sends its own time as created_at.
    public $timestamps = false;

    public function scopeInRanges(Builder $query, array $ranges): void
    {
        $query->where(function (Builder $any) use ($ranges) {
            foreach ($ranges as ['smallest' => $smallest, 'largest' => $largest]) {
                $any->orWhereBetween('id', [$smallest, $largest]);
            }
        });
    }
}

// A draft, whose key the program generates when it inserts, unless it has done so before.
final class Draft extends Model
{
    protected $table = 'laravel_drafts';
    protected $keyType = 'string';
    protected $fillable = ['id'];
    public $incrementing = false;
    public $timestamps = false;

    // As the default says, which the program reads once.
    public static function keys(): IntervalUuid
    {
        static $keys = null;
        return $keys ??= IntervalUuid::fromParameters(...(array) Manager::selectOne(
            "SELECT interval_microseconds, interval_count, version FROM uuid_key_parameters('laravel_drafts', 'id')"
        ));
    }

    protected static function booted(): void
    {
        static::creating(fn (Draft $draft) => $draft->id ??= self::keys()->next());
    }
}

function create(): void
{
    foreach (['laravel_orders', 'laravel_drafts'] as $name) {
        Manager::schema()->create($name, function (Blueprint $table) use ($name) {
            // The drafts' default is for other programs.
            $table->uuid('id')->primary()->default(new Expression("uuid_interval_nextval('5 min', '60 days')"));
            if ($name === 'laravel_orders') {
                $table->text('item');
                $table->timestampTz('created_at')->default(new Expression('now()'));
            }
        });
    }
}

function insert(): void
{
    Order::create(['item' => 'a book']);
    Order::insert(array_map(fn (int $number) => ['item' => "book $number"], range(0, 999)));
}

$manager = new Manager();
$manager->addConnection([
    'driver' => 'pgsql',
    'charset' => 'utf8',
    'host' => getenv('PGHOST'),
    'port' => getenv('PGPORT'),
    'username' => getenv('PGUSER'),
    'password' => getenv('PGPASSWORD'),
    'database' => getenv('PGDATABASE'),
]);
// In a project, Laravel does these three.
$manager->setEventDispatcher(new Dispatcher());
$manager->setAsGlobal();
$manager->bootEloquent();
$now = new DateTimeImmutable();
$hourAgo = new DateTimeImmutable('-1 hour');
if (($argv[1] ?? '') === 'insert') {
    insert();
    exit;
}
if (($argv[1] ?? '') === 'delete') {
    Order::inRanges(Draft::keys()->ranges($hourAgo, $now))->delete();
    exit;
}
create();
insert();
Draft::create(['id' => Draft::keys()->next()]);
Draft::create();
Order::inRanges(Draft::keys()->ranges($now, $now))->delete();
// Conditions with a function: in a scope, or in place.
echo Order::whereRaw("uuid_interval_since(id, now() - interval '1 hour', '5 min', '60 days')")
    ->where('created_at', '>=', $hourAgo)->count(), PHP_EOL;
// The system's packages are not pinned, so the row has no version.
echo 'Laravel', PHP_EOL;
