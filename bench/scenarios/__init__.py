"""The scenarios, a module each, in the order of the report."""

from bench.scenarios.ageing import Ageing
from bench.scenarios.base import Scenario
from bench.scenarios.batch import Batch
from bench.scenarios.blocks import Blocks
from bench.scenarios.bytes import Bytes
from bench.scenarios.contention import Contention
from bench.scenarios.forms import Forms
from bench.scenarios.generate import Generate
from bench.scenarios.growth import Growth
from bench.scenarios.images import Images
from bench.scenarios.index import Index
from bench.scenarios.insert import Insert
from bench.scenarios.live import Live
from bench.scenarios.read import Read
from bench.scenarios.retention import Retention
from bench.scenarios.steady import Steady
from bench.scenarios.tenants import Tenants
from bench.scenarios.updates import Updates

SCENARIOS: tuple[type[Scenario], ...] = (
    *(Insert, Batch, Index, Retention, Steady, Forms, Growth, Ageing, Live, Tenants, Updates, Images),
    *(Blocks, Bytes, Contention, Read, Generate),
)
