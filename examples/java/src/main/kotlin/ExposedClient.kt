import invalid.repository.sequentialuuids.IntervalUuid
import java.time.OffsetDateTime
import java.util.UUID
import org.jetbrains.exposed.v1.core.ArrayColumnType
import org.jetbrains.exposed.v1.core.BooleanColumnType
import org.jetbrains.exposed.v1.core.CustomFunction
import org.jetbrains.exposed.v1.core.ExpressionWithColumnType
import org.jetbrains.exposed.v1.core.QueryBuilder
import org.jetbrains.exposed.v1.core.Table
import org.jetbrains.exposed.v1.core.TextColumnType
import org.jetbrains.exposed.v1.core.and
import org.jetbrains.exposed.v1.core.between
import org.jetbrains.exposed.v1.core.compoundOr
import org.jetbrains.exposed.v1.core.eq
import org.jetbrains.exposed.v1.core.greaterEq
import org.jetbrains.exposed.v1.core.java.UUIDColumnType
import org.jetbrains.exposed.v1.core.java.javaUUID
import org.jetbrains.exposed.v1.core.statements.StatementType
import org.jetbrains.exposed.v1.core.stringLiteral
import org.jetbrains.exposed.v1.javatime.CurrentTimestampWithTimeZone
import org.jetbrains.exposed.v1.javatime.timestampWithTimeZone
import org.jetbrains.exposed.v1.javatime.timestampWithTimeZoneParam
import org.jetbrains.exposed.v1.jdbc.Database
import org.jetbrains.exposed.v1.jdbc.SchemaUtils
import org.jetbrains.exposed.v1.jdbc.deleteWhere
import org.jetbrains.exposed.v1.jdbc.insert
import org.jetbrains.exposed.v1.jdbc.selectAll
import org.jetbrains.exposed.v1.jdbc.transactions.transaction
import org.postgresql.Driver

fun nextKey() =
    CustomFunction("uuid_interval_nextval", UUIDColumnType(), stringLiteral("5 min"), stringLiteral("60 days"))

object Orders : Table("exposed_orders") {
    // Without databaseGenerated(), INSERTs name the column, as DEFAULT.
    val id = javaUUID("id").defaultExpression(nextKey()).databaseGenerated()
    val item = text("item")
    val createdAt =
        timestampWithTimeZone("created_at").defaultExpression(CurrentTimestampWithTimeZone).databaseGenerated()
    override val primaryKey = PrimaryKey(id)
}

object Drafts : Table("exposed_drafts") {
    // The program generates keys; the default is for others.
    val id = javaUUID("id").defaultExpression(nextKey())
    override val primaryKey = PrimaryKey(id)
}

/** README's default that needs nothing installed. */
object PlainDefault : ExpressionWithColumnType<UUID>() {
    override val columnType = UUIDColumnType()
    override fun toQueryBuilder(queryBuilder: QueryBuilder) = queryBuilder { +Example.PLAIN_DEFAULT }
}

object Notes : Table("exposed_notes") {
    val id = javaUUID("id").defaultExpression(PlainDefault).databaseGenerated()
    override val primaryKey = PrimaryKey(id)
}

/** Exposed: a default expression is the table's; clientDefault() and autoGenerate() are the client's. */
class ExposedClient : Example() {
    init {
        Database.connect(URL, user = USER, password = PASSWORD)
    }

    override fun create() = transaction { SchemaUtils.create(Orders, Drafts, Notes) }

    override fun insert() {
        transaction {
            Orders.insert { it[item] = "pen" }[Orders.id]
            // One statement. batchInsert() sends one per row.
            exec(
                "INSERT INTO exposed_orders (item) SELECT * FROM unnest(?) RETURNING id",
                listOf(ArrayColumnType<String, List<String>>(TextColumnType()) to ITEMS),
                StatementType.SELECT,
            ) { }
        }
    }

    override fun insertOthers() {
        transaction {
            Drafts.insert { it[id] = KEYS.next() }
            Drafts.insert { it[id] = KEYS.next() }
            repeat(2) { Notes.insert {} }
        }
    }

    // Conditions without a function.
    override fun delete(ranges: List<IntervalUuid.Range>) {
        transaction {
            Orders.deleteWhere { ranges.map { Orders.id.between(it.smallest, it.largest) }.compoundOr() }
        }
    }

    override fun countLatest(): Long = transaction {
        val hourAgo = OffsetDateTime.now().minusHours(1)
        val recent = CustomFunction(
            "uuid_interval_since", BooleanColumnType(), Orders.id, timestampWithTimeZoneParam(hourAgo),
            stringLiteral("5 min"), stringLiteral("60 days"),
        ).eq(true)
        Orders.selectAll().where { recent and (Orders.createdAt greaterEq hourAgo) }.count()
    }

    override fun client(): String {
        // Its manifest has no version, but its file.
        val jar = Table::class.java.protectionDomain.codeSource.location.path
        val version = jar.substringAfterLast('-').removeSuffix(".jar")
        return "Exposed $version with ${Driver.getVersion().replace("JDBC Driver", "JDBC")}"
    }
}

fun main(arguments: Array<String>) = ExposedClient().run(arguments)
