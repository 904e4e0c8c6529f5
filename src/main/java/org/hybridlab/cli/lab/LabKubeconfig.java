package org.hybridlab.cli.lab;

import org.hybridlab.cli.support.Session;
import org.hybridlab.cluster.kubeconfig.SharedKubeconfig;
import org.hybridlab.config.file.LabLocation;

/** Where a lab stands among the user's other clusters. */
public final class LabKubeconfig {
    private LabKubeconfig() {
    }

    public static SharedKubeconfig shared(Session session) {
        return SharedKubeconfig.ofUser(session.environment(), session.userHome());
    }

    public static String context(LabLocation lab) {
        return "hybridlab-" + lab.folder().getFileName() + lab.instance().map("-"::concat).orElse("");
    }
}
