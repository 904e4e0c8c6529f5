package org.hybridlab.check;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckListener;
import org.hybridlab.check.core.CheckResult;

/** The checks that a broken one does not concern: once they are through, nobody need wait for it to become good. */
final class OtherChecks implements CheckListener {
    /** For the broken one, as a single look may come too early. */
    private static final Duration AT_LEAST = Duration.ofSeconds(5);

    private final long since = System.nanoTime();
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    OtherChecks(String broken, List<Check> checks) {
        checks.stream().filter(check -> !check.id().equals(broken) && !check.dependsOn().contains(broken))
                .map(Check::id).forEach(underWay::add);
    }

    @Override
    public void started(Check check) {
        // They are known before they start.
    }

    @Override
    public void finished(CheckResult result) {
        underWay.remove(result.id());
    }

    boolean areThrough() {
        return underWay.isEmpty() && System.nanoTime() - since > AT_LEAST.toNanos();
    }
}
