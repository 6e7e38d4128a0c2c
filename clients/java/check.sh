# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
toolchain='default-jdk-headless maven|mvn --version'
mutated='IntervalUuid.java'

lint() {
    say "javac and javadoc: pom.xml makes errors of their warnings"
}
check() {
    local package
    # For programs that end within seconds, as most of Maven's do, the second compiler costs more than it saves.
    export JAVA_TOOL_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
    # "install" would put it, which may be a mutant, among what the user's own projects find.
    (cd "$sources/java" && mvn --quiet --batch-mode --strict-checksums -DskipTests verify)
    tests
    find "$sources/java/target" -regex '.*/interval-uuid-[0-9.]+\(-SNAPSHOT\)?\.jar' -exec cp {} interval-uuid.jar \;
    example java Example.java
    java -cp interval-uuid.jar Example.java
    package=$(sed -n 's/^package \(.*\);/\1/p' "$(find "$sources/java" -name Keys.java)")
    java -cp "interval-uuid.jar:$sources/java/target/test-classes" "$package.Keys" "$count" >keys
}
# Runs its tests against the vectors in $VECTORS, where check() has installed it.
tests() { (cd "$sources/java" && mvn --quiet --batch-mode --strict-checksums surefire:test); }
# Prints nanoseconds per key, and per random UUID.
speed() {
    local package
    package=$(sed -n 's/^package \(.*\);/\1/p' "$(find "$sources/java" -name Speed.java)")
    java -cp "interval-uuid.jar:$sources/java/target/test-classes" "$package.Speed"
}
