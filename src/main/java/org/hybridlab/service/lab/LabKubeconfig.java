package org.hybridlab.service.lab;

import org.hybridlab.cluster.kubeconfig.SharedKubeconfig;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.service.context.ServiceContext;

/** Where a lab stands among the user's other clusters. */
public final class LabKubeconfig {
    static final String PREFIX = "hybridlab-";

    private LabKubeconfig() {
    }

    public static SharedKubeconfig shared(ServiceContext context) {
        return SharedKubeconfig.ofUser(context.environment(), context.userHome());
    }

    public static String context(LabLocation lab) {
        return PREFIX + lab.folder().getFileName() + lab.instance().map("-"::concat).orElse("");
    }
}
