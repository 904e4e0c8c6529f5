package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.DiskChanges;
import org.hybridlab.provider.api.MachineDisk;

/** A machine of which nothing is asked but to run scripts. */
abstract class ScriptRunner implements MachineDisk {
    @Override
    public String box(String machine, Optional<String> box, Cancellation cancellation) {
        return "box";
    }

    @Override
    public DiskChanges changes(String machine, Cancellation cancellation) {
        throw new AssertionError();
    }

    @Override
    public boolean read(String machine, String path, Path archive, Cancellation cancellation) {
        throw new AssertionError();
    }

    @Override
    public void readFromBox(String machine, List<String> paths, Path archive, Cancellation cancellation) {
        throw new AssertionError();
    }

    @Override
    public String runInBox(String machine, Optional<String> box, String script, Cancellation cancellation) {
        throw new AssertionError();
    }

    @Override
    public void cutPower(String machine, Cancellation cancellation) {
        throw new AssertionError();
    }
}
