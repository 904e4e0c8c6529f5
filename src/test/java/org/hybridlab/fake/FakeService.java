package org.hybridlab.fake;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.host.UserFolders;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;

/** What services work with, in a folder that is the user's home. Nobody listens, and nobody can be asked. */
public final class FakeService {
    private FakeService() {
    }

    public static ServiceContext in(Path folder, Processes processes) {
        return in(folder, processes, Map.of());
    }

    public static ServiceContext in(Path folder, Processes processes, Map<String, String> environment) {
        return new ServiceContext(environment, folder, folder, UserFolders.of(Map.of(), folder), processes,
                new Cancellation(), false, ServiceListener.lines(line -> { }), null);
    }
}
